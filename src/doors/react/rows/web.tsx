import { isSafeLink } from '../../../core/text/safe-link.ts';
import { visibleLine } from '../../../core/text/visible-text.ts';
import type { Row } from '../../../core/writers/rows/row.ts';
import { RowHead } from '../row-frame.tsx';
import { Link } from '../text/link.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

/** A look at the web. An address is text, and only a click opens it. */
export function WebRow({ row }: { row: Row }) {
  const view = useThreadView();
  const isOpen = view.isOpen(row, false);
  const blocks = row.blocks.filter((block) => block.type === 'web');
  return (
    <>
      <RowHead row={row} />
      <div className="box">
        {blocks.map(({ query, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's name is its place in the row
          <dl className="key-values" key={index}>
            {query !== undefined && <dt>query</dt>}
            {query !== undefined && <dd>{visibleLine(query)}</dd>}
            {url !== undefined && <dt>address</dt>}
            {url !== undefined && (
              <dd>
                {isSafeLink(url) ? (
                  <Link href={url} className="text-link">
                    {visibleLine(url)}
                  </Link>
                ) : (
                  visibleLine(url)
                )}
              </dd>
            )}
          </dl>
        ))}
      </div>
      {blocks.some((block) => block.result !== undefined) && (
        <button type="button" className="show-more" aria-expanded={isOpen} onClick={() => view.toggle(row, !isOpen)}>
          {isOpen ? 'Show less' : 'Show result'}
        </button>
      )}
      <Blocks row={row} except={isOpen ? [] : ['web']} />
    </>
  );
}
