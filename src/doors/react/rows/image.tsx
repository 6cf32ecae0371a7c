import { visibleLine } from '../../../core/text/visible-text.ts';
import type { Row, RowBlock } from '../../../core/writers/rows/row.ts';
import { formatBytes } from '../format/figures.ts';
import { Icon } from '../icon.tsx';
import { RowHead } from '../row-frame.tsx';
import { type ImageData, useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

export function ImageRow({ row }: { row: Row }) {
  return (
    <>
      <RowHead row={row} />
      <Blocks row={row} />
    </>
  );
}

/** An image of the thread, by whoever can show it: a row has its name alone. */
export function ImageBlock({ row, block }: { row: Row; block: ImageData }) {
  const { Image } = useThreadView().slots;
  if (Image) return <Image row={row} block={block} />;
  return (
    <span className="remote-image">
      <Icon name="image" />
      Image of the session ({visibleLine(block.mediaType)}, {formatBytes(block.bytes)})
    </span>
  );
}

/** An external image is named and never loaded: its host would learn who reads this, and when. */
export function RemoteImage({ block }: { block: Extract<RowBlock, { type: 'remote-image' }> }) {
  return (
    <span className="remote-image">
      <Icon name="image" />
      Image at {visibleLine(block.host)}, not loaded
    </span>
  );
}
