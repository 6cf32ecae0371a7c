import { randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createZstdFrames } from '../../machine/sessions/zstd-frames.ts';
import { packFrame } from './pack-segment.ts';

/** The size of the buffer that Node's zstd fills by default. */
const BUFFER = 16 * 1024;

/** Whether nothing follows the first frame, not even an empty one. */
function isOneFrame(packed: Uint8Array): boolean {
  const [first, ...others] = createZstdFrames().push(packed);
  return first?.length === packed.length && others.length === 0;
}

describe('a packed segment', () => {
  it('is one frame, also where it is just as long as a buffer of Node', () => {
    const lengths = new Set<number>();
    for (let size = BUFFER - 40; size <= BUFFER; size += 1) {
      // Nothing can be saved on such bytes: the frame is some bytes longer than they are.
      const bytes = randomBytes(size);
      const packed = packFrame(bytes);
      lengths.add(packed.length);
      expect(isOneFrame(packed), String(size)).toBe(true);
      expect(zstdDecompressSync(packed).equals(bytes)).toBe(true);
    }
    expect(lengths).toContain(BUFFER);
  });

  it.each([0, 1, 63, 64, 1e6, 8e6])('of %i bytes is one frame', (size) => {
    const packed = packFrame(Buffer.alloc(size, 'a line of a session\n'));
    expect(isOneFrame(packed) || size === 0).toBe(true);
    expect(zstdDecompressSync(packed)).toHaveLength(size);
  });
});
