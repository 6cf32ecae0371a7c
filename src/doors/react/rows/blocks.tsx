import type { ReactNode } from 'react';
import { visibleLine } from '../../../core/text/visible-text.ts';
import type { ApiText, Row, RowBlock } from '../../../core/writers/rows/row.ts';
import { formatBytes } from '../format/figures.ts';
import { Ansi } from '../text/ansi.tsx';
import { JsonTree } from '../text/json-tree.tsx';
import { Markdown } from '../text/markdown.tsx';
import { Plain } from '../text/plain.tsx';
import { useLongText } from '../use-long-text.ts';
import { ChangeBlock } from './change.tsx';
import { CommandBlock } from './command.tsx';
import { ImageBlock, RemoteImage } from './image.tsx';
import { PlanBlock } from './plan.tsx';
import { RawBlock } from './problem.tsx';

/** All blocks of a row, each by its type. Blocks besides the main one of the row's kind are shown too. */
export function Blocks({ row, except = [] }: { row: Row; except?: readonly RowBlock['type'][] }) {
  return row.blocks.map((block, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a block's name is its place in the row
    except.includes(block.type) ? null : <Block key={index} row={row} block={block} index={index} />,
  );
}

function Block({ row, block, index }: { row: Row; block: RowBlock; index: number }): ReactNode {
  switch (block.type) {
    case 'markdown':
      return <TextBlock row={row} index={index} text={block.text} isMarkdown />;
    case 'plain':
      return <TextBlock row={row} index={index} text={block.text} command={block.command} />;
    case 'thinking':
      return (
        <div className="thinking">
          <TextBlock row={row} index={index} text={block.text} isMarkdown />
        </div>
      );
    case 'command':
      return <CommandBlock row={row} block={block} index={index} />;
    case 'diff':
      return <ChangeBlock row={row} block={block} index={index} />;
    case 'plan':
      return <PlanBlock block={block} />;
    case 'call':
      return <CallTexts row={row} index={index} input={block.input} result={block.result} />;
    case 'web':
      return block.result ? <TextBlock row={row} index={index} part="result" text={block.result} isMarkdown /> : null;
    case 'image':
      return <ImageBlock row={row} block={block} />;
    case 'remote-image':
      return <RemoteImage block={block} />;
    case 'note':
      return (
        <details className="note">
          <summary>{visibleLine(block.kind.replaceAll('_', ' '))}</summary>
          <TextBlock row={row} index={index} text={block.text} />
        </details>
      );
    case 'mark':
      return block.detail ? <TextBlock row={row} index={index} part="detail" text={block.detail} isMarkdown /> : null;
    default:
      return <RawBlock row={row} block={block} />;
  }
}

/** A text, with the rest of it behind a button. */
function TextBlock({ row, index, part = 'text', text, isMarkdown, command }: TextBlockProps) {
  const long = useLongText(row.row, index, part, text);
  return (
    <>
      {isMarkdown ? <Markdown text={long.text} /> : <Plain text={long.text} command={command} />}
      <ShowMore long={long} />
    </>
  );
}

interface TextBlockProps {
  row: Row;
  index: number;
  part?: string;
  text: ApiText;
  isMarkdown?: boolean;
  /** The name of the command that the text begins with. */
  command?: string | undefined;
}

export function ShowMore({ long }: { long: ReturnType<typeof useLongText> }) {
  if (long.left === 0) return null;
  return (
    <button type="button" className="show-more" disabled={long.isLoading} onClick={long.loadMore}>
      {long.isLoading ? 'Loading …' : `Show more · ${formatBytes(long.left)} left`}
    </button>
  );
}

/** The arguments and the result of a call, as trees if they are JSON. */
export function CallTexts({ row, index, input, result }: CallTextsProps) {
  const long = useLongText(row.row, index, 'result', result ?? { text: '' });
  return (
    <div className="box">
      <JsonTree text={input.text} />
      {result && (isJson(long.text) ? <JsonTree text={long.text} /> : <Output text={long.text} />)}
      <ShowMore long={long} />
    </div>
  );
}

interface CallTextsProps {
  row: Row;
  index: number;
  input: ApiText;
  result: ApiText | undefined;
}

function Output({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key
    <pre className="output wrap" tabIndex={0}>
      <Ansi text={text} />
    </pre>
  );
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
