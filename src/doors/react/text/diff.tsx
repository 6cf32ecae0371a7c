import { memo, useMemo } from 'react';
import { type DiffLine, parseDiff } from '../../../core/text/diff-lines.ts';
import { diffNodes } from '../../../core/text/diff-nodes.ts';
import type { ElementNode, TextNode } from '../../../core/text/node.ts';
import { useTextView } from '../text-view.ts';
import { Nodes } from './nodes.tsx';

/** A diff, unified or side by side, with the code's colours and marks on the changed words. */
export const Diff = memo(function Diff({ diff, path, maxLines }: DiffProps) {
  const { diff: how, wrap, useTokenizer } = useTextView();
  const tokenize = useTokenizer();
  const lines = useMemo(() => parseDiff(diff), [diff]);
  const shown = maxLines !== undefined && lines.length > maxLines ? lines.slice(0, maxLines) : lines;
  const table = diffNodes(shown, { language: endingOf(path), tokenize });
  const rows = rowsOf(table);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key
    <div className="diff-box" tabIndex={0} role="group" aria-label="Diff">
      <table className={`diff ${wrap || how === 'split' ? 'wrap' : ''}`}>
        {how === 'split' && <SideColumns />}
        {how === 'split' ? <SplitBody lines={shown} rows={rows} /> : <UnifiedBody rows={rows} />}
      </table>
    </div>
  );
});

interface DiffProps {
  diff: string;
  path: string;
  maxLines?: number | undefined;
}

function UnifiedBody({ rows }: { rows: readonly ElementNode[] }) {
  return (
    <tbody>
      <Nodes nodes={rows} />
    </tbody>
  );
}

/** A deleted line and its replacement are side by side. */
function SplitBody({ lines, rows }: { lines: readonly DiffLine[]; rows: readonly ElementNode[] }) {
  return (
    <tbody>
      {pairs(lines).map(([left, right], index) => {
        const isHunk = lines[left ?? right ?? 0]?.kind === 'hunk';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff do not change places
          <tr key={index} className={isHunk ? 'hunk' : undefined}>
            <SideCells line={lines[left ?? -1]} content={contentOf(rows[left ?? -1])} number="before" />
            {!isHunk && <SideCells line={lines[right ?? -1]} content={contentOf(rows[right ?? -1])} number="after" />}
          </tr>
        );
      })}
    </tbody>
  );
}

/** The first row may be the head of a hunk, which does not define the columns. */
function SideColumns() {
  return (
    <colgroup>
      <col className="number" />
      <col />
      <col className="number" />
      <col />
    </colgroup>
  );
}

function SideCells({ line, content, number }: SideProps) {
  const kind = line?.kind === 'add' || line?.kind === 'delete' ? line.kind : '';
  return (
    <>
      <td className={`number ${kind}`}>{line?.[number] ?? ''}</td>
      <td className={kind} colSpan={line?.kind === 'hunk' ? 3 : undefined}>
        <Nodes nodes={content} />
      </td>
    </>
  );
}

interface SideProps {
  line: DiffLine | undefined;
  content: readonly TextNode[];
  number: 'before' | 'after';
}

function pairs(lines: readonly DiffLine[]): [number | undefined, number | undefined][] {
  const found: [number | undefined, number | undefined][] = [];
  for (let index = 0; index < lines.length; ) {
    let deleted = index;
    while (lines[deleted]?.kind === 'delete') deleted += 1;
    let added = deleted;
    while (lines[added]?.kind === 'add') added += 1;
    if (added === index) {
      found.push([index, index]);
      index += 1;
      continue;
    }
    const [left, right] = [deleted - index, added - deleted];
    for (let step = 0; step < Math.max(left, right); step += 1) {
      found.push([step < left ? index + step : undefined, step < right ? deleted + step : undefined]);
    }
    index = added;
  }
  return found;
}

function rowsOf(table: ElementNode): ElementNode[] {
  const [body] = table.children;
  if (typeof body !== 'object') return [];
  return body.children.filter((node) => typeof node === 'object');
}

function contentOf(row: ElementNode | undefined): readonly TextNode[] {
  const cell = row?.children.at(-1);
  return typeof cell === 'object' ? cell.children : [];
}

/** The ending of a file's name. The worker knows its language. */
export function endingOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.slice(name.lastIndexOf('.') + 1);
}
