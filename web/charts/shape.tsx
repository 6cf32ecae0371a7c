import type { SessionHead } from '../../src/doors/server/api-types.ts';
import { faceOf } from '../ui/kinds.ts';

/** The shape of a session, in order of time: one piece for each run of rows of one kind. */
export function Shape({ shape, tall }: { shape: SessionHead['shape']; tall?: boolean }) {
  const kinds = [...new Set(shape.map(([kind]) => faceOf(kind).name.toLowerCase()))];
  return (
    <span className={tall ? 'shape tall' : 'shape'} role="img" aria-label={`Shape: ${kinds.join(', ') || 'empty'}`}>
      {shape.map(([kind, weight], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
        <i key={index} style={{ background: faceOf(kind).colour, flex: weight }} />
      ))}
    </span>
  );
}
