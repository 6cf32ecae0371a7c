import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ImageData } from '../../../src/doors/react/thread-view.ts';
import { imageUrl } from '../../api/client.ts';
import { formatBytes } from '../../format/figures.ts';
import { useViewerThread } from '../viewer-thread.ts';

/** An image of the session, by its own route: never as data in the page. */
export function SessionImage({ block }: { block: ImageData }) {
  const { store } = useViewerThread();
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
