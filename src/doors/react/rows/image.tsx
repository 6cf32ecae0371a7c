import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { Row, RowBlock } from '../../../src/doors/server/api-types.ts';
import { imageUrl } from '../../api/client.ts';
import { formatBytes } from '../../format/figures.ts';
import { Icon } from '../../ui/icon.tsx';
import { RowHead } from '../row-frame.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

export function ImageRow({ row }: { row: Row }) {
  return (
    <>
      <RowHead row={row} />
      <Blocks row={row} />
    </>
  );
}

/** An image of the session, by its own route: never as data in the page. */
export function ImageBlock({ block }: { block: Extract<RowBlock, { type: 'image' }> }) {
  const { store } = useThreadView();
  const [isFull, setFull] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const words = `${block.mediaType}, ${formatBytes(block.bytes)}`;
  if (isBroken) return <span className="remote-image">{`Image that cannot be shown (${visibleLine(words)})`}</span>;
  return (
    <button
      type="button"
      className={isFull ? 'image-block full' : 'image-block'}
      aria-label={isFull ? 'Show the image small' : 'Show the image in full'}
      onClick={() => setFull(!isFull)}
    >
      <img
        src={imageUrl(store.key, block.hash)}
        alt={`${words}, from the session`}
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </button>
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
