import { useMemo, useState } from 'react';
import { visibleLine, visibleText } from '../../../core/text/visible-text.ts';
import type { Row, RowBlock } from '../../../core/writers/rows/row.ts';
import { formatBytes, plural } from '../format/figures.ts';
import { Icon } from '../icon.tsx';
import { folderIn } from '../project-path.ts';
import { RowHead } from '../row-frame.tsx';
import { Ansi } from '../text/ansi.tsx';
import { useTextView } from '../text-view.ts';
import { useThreadView } from '../thread-view.ts';
import { useLongText } from '../use-long-text.ts';
import { Blocks } from './blocks.tsx';

type CommandBlockData = Extract<RowBlock, { type: 'command' }>;

const FOLDED_LINES = 12;

/** A command: its text, its folder, its end, its output. */
export function CommandRow({ row }: { row: Row }) {
  return (
    <>
      <RowHead row={row}>
        <ExitTag row={row} />
      </RowHead>
      <Blocks row={row} />
    </>
  );
}

function ExitTag({ row }: { row: Row }) {
  const block = row.blocks.find((one) => one.type === 'command');
  if (block?.exitCode === undefined || block.exitCode === null || block.exitCode === 0) return null;
  return <span className="tag bad">exit {block.exitCode}</span>;
}

export function CommandBlock({ row, block, index }: { row: Row; block: CommandBlockData; index: number }) {
  const view = useThreadView();
  const isOpen = view.isOpen(row, false);
  const { text } = block.command;
  return (
    <div className="box">
      <button
        type="button"
        className={isOpen ? 'box-head open' : 'box-head'}
        aria-expanded={isOpen}
        onClick={() => view.toggle(row, !isOpen)}
      >
        <Icon name="open" />
        <code>{isOpen ? visibleText(text) : visibleLine(text)}</code>
        <span className="spacer" />
        {block.cwd !== undefined && (
          <span className="mono where" title={visibleLine(block.cwd)}>
            {visibleLine(folderIn(view.folder, block.cwd))}
          </span>
        )}
      </button>
      {block.output && block.output.text !== '' && (
        <Output row={row} index={index} output={block.output} isOpen={isOpen} />
      )}
    </div>
  );
}

/** The first lines. While it runs, and if it failed, the last lines, because they tell why. */
function Output({ row, index, output, isOpen }: OutputProps) {
  const { wrap } = useTextView();
  const view = useThreadView();
  const { FullText } = view.slots;
  const [isFull, setFull] = useState(false);
  const long = useLongText(row.row, index, 'output', output);
  const isEnd = row.status === 'running' || row.status === 'failed';
  const lines = useMemo(() => long.text.replace(/(?<!\n)\n+$/, '').split('\n'), [long.text]);
  const folded = isEnd ? lines.slice(-FOLDED_LINES) : lines.slice(0, FOLDED_LINES);
  const hidden = Math.max(lines.length, output.lines ?? 0) - folded.length;
  const text = isOpen ? long.text : folded.join('\n');
  return (
    <>
      {!isOpen && hidden > 0 && isEnd && (
        <Hidden count={hidden} bytes={output.bytes ?? long.text.length} onShow={() => view.toggle(row, true)} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key */}
      <pre className={wrap ? 'output wrap' : 'output'} tabIndex={0}>
        <Ansi text={text} />
      </pre>
      {!isOpen && hidden > 0 && !isEnd && (
        <Hidden count={hidden} bytes={output.bytes ?? long.text.length} onShow={() => view.toggle(row, true)} />
      )}
      {isOpen && (
        <div className="more-line">
          {long.left > 0 && (
            <button type="button" disabled={long.isLoading} onClick={long.loadMore}>
              Show more · {formatBytes(long.left)} left
            </button>
          )}
          {hidden > 0 && FullText && (
            <button type="button" onClick={() => setFull(true)}>
              Open full screen
            </button>
          )}
        </div>
      )}
      {isFull && FullText && <FullText text={long.text} onClose={() => setFull(false)} />}
    </>
  );
}

interface OutputProps {
  row: Row;
  index: number;
  output: NonNullable<CommandBlockData['output']>;
  isOpen: boolean;
}

function Hidden({ count, bytes, onShow }: { count: number; bytes: number; onShow: () => void }) {
  return (
    <div className="more-line">
      <button type="button" onClick={onShow}>
        Show {plural(count, 'more line')} · {formatBytes(bytes)}
      </button>
    </div>
  );
}
