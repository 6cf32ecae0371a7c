import { visibleLine } from '../../../core/text/visible-text.ts';
import type { Row, RowBlock } from '../../../core/writers/rows/row.ts';
import { resultWords } from '../result-words.ts';
import { RowHead } from '../row-frame.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks, CallTexts } from './blocks.tsx';

type CallBlock = Extract<RowBlock, { type: 'call' }>;

const SHOWN_KEYS = 6;

/** A call of a tool without a row type of its own: its arguments as a list of keys, and as trees when opened. */
export function CallRow({ row }: { row: Row }) {
  const [first] = row.blocks.filter((block) => block.type === 'call');
  return (
    <>
      <RowHead row={row}>
        {first && (
          <span className="mono">
            {[first.server, first.tool]
              .filter((part) => part !== undefined)
              .map(visibleLine)
              .join(' · ')}
          </span>
        )}
      </RowHead>
      {row.blocks.map((block, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a block's name is its place in the row
        block.type === 'call' ? <Call key={index} row={row} block={block} index={index} /> : null,
      )}
      <Blocks row={row} except={['call']} />
    </>
  );
}

function Call({ row, block, index }: { row: Row; block: CallBlock; index: number }) {
  const view = useThreadView();
  const isOpen = view.isOpen(row, false);
  return (
    <>
      {isOpen ? (
        <CallTexts row={row} index={index} input={block.input} result={block.result} />
      ) : (
        <div className="box">
          <dl className="key-values">
            {keysOf(block.input.text).map(([name, value]) => (
              <Pair key={name} name={name} value={value} />
            ))}
            {block.result && <Pair name={block.isError ? 'error' : 'result'} value={resultWords(block.result)} />}
          </dl>
        </div>
      )}
      <button type="button" className="show-more" aria-expanded={isOpen} onClick={() => view.toggle(row, !isOpen)}>
        {isOpen ? 'Show less' : 'Show arguments and result'}
      </button>
    </>
  );
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{visibleLine(name)}</dt>
      <dd>{visibleLine(value)}</dd>
    </>
  );
}

function keysOf(input: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value !== 'object' || value === null) return [['input', input.slice(0, 200)]];
    return Object.entries(value)
      .slice(0, SHOWN_KEYS)
      .map(([name, one]) => [name, (JSON.stringify(one) ?? '').slice(0, 200)]);
  } catch {
    return input === '' ? [] : [['input', input.slice(0, 200)]];
  }
}
