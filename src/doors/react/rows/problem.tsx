import { useState } from 'react';
import { visibleText } from '../../../core/text/visible-text.ts';
import type { Row, RowBlock } from '../../../core/writers/rows/row.ts';
import { errorWords } from '../error-words.ts';
import { RowHead } from '../row-frame.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

/** An error of the run, a line that could not be read, or an unknown kind: shown, never dropped. */
export function ProblemRow({ row }: { row: Row }) {
  const code = row.blocks.find((block) => block.type === 'raw')?.code ?? row.problems?.[0]?.code;
  return (
    <>
      <RowHead row={row}>
        {code !== undefined && (
          <span className={row.kind === 'error' ? 'tag bad' : 'tag warn'}>{visibleText(code)}</span>
        )}
      </RowHead>
      {row.blocks.some((block) => block.type === 'raw') ? (
        <Blocks row={row} />
      ) : (
        <div className={row.kind === 'error' ? 'problem-block bad' : 'problem-block'}>
          <Blocks row={inWords(row)} />
        </div>
      )}
    </>
  );
}

/** The raw line, in the inspector, has the error as it was written. */
function inWords(row: Row): Row {
  const blocks = row.blocks.map((block) => {
    const isText = (block.type === 'plain' || block.type === 'markdown') && block.text.more === undefined;
    return isText ? { ...block, text: { text: errorWords(block.text.text) } } : block;
  });
  return { ...row, blocks };
}

type RawData = Extract<RowBlock, { type: 'raw' }>;

const words: Readonly<Record<string, string>> = {
  'invalid-json': 'The line is not JSON. Reading went on with the next line.',
};

export function RawBlock({ row, block }: { row: Row; block: RawData }) {
  const { Raw } = useThreadView().slots;
  const isBad = row.kind === 'error';
  const [isOpen, setOpen] = useState(false);
  const { text } = block.text;
  return (
    <div className={isBad ? 'problem-block bad' : 'problem-block'}>
      {!isBad && <b>Kept as it is. </b>}
      {visibleText(block.message ?? words[block.code ?? ''] ?? '')}
      {text !== '' && Raw && <Raw text={text} row={row} />}
      {text !== '' && !Raw && (
        <code className={isOpen ? 'open' : undefined}>{visibleText(isOpen ? text : text.slice(0, 400))}</code>
      )}
      {text.length > 80 && !Raw && (
        <button type="button" className="show-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show the whole line'}
        </button>
      )}
    </div>
  );
}
