import { randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pack } from './pack.ts';
import { createZstdFrames } from './zstd-frames.ts';

/** The size of the buffer that Node's zstd fills by default. */
const BUFFER = 16 * 1024;

/** Whether nothing follows the first frame, not even an empty one. */
function isOneFrame(packed: Uint8Array): boolean {
  const [first, ...others] = createZstdFrames().push(packed);
  return first?.length === packed.length && others.length === 0;
}

describe('packed bytes', () => {
  it('are one frame, also where it is just as long as a buffer of Node', () => {
    const lengths = new Set<number>();
    for (let size = BUFFER - 40; size <= BUFFER; size += 1) {
      // Nothing can be saved on such bytes: the frame is some bytes longer than they are.
      const bytes = randomBytes(size);
      const packed = pack(bytes);
      lengths.add(packed.length);
      expect(isOneFrame(packed), String(size)).toBe(true);
      expect(zstdDecompressSync(packed).equals(bytes)).toBe(true);
    }
    expect(lengths).toContain(BUFFER);
  });

  it.each([0, 1, 63, 64, 1e6, 8e6])('of %i bytes are one frame', (size) => {
    const packed = pack(Buffer.alloc(size, 'a line of a session\n'));
    expect(isOneFrame(packed) || size === 0).toBe(true);
    expect(zstdDecompressSync(packed)).toHaveLength(size);
  });

  it.each([0, 1, 3000, 20_000, 1e6])('of %i bytes hold no more memory than they need', (size) => {
    const packed = pack(Buffer.alloc(size, 'a line of a session\n'));
    expect(packed.buffer.byteLength).toBe(packed.length);
    expect(structuredClone(packed).buffer.byteLength).toBe(packed.length);
  });

  it('tell damage where they have a checksum', () => {
    const plain = randomBytes(2000);
    const isRead = (packed: Uint8Array) => {
      packed[1000] = (packed[1000] ?? 0) ^ 1;
      try {
        return zstdDecompressSync(packed).length === plain.length;
      } catch {
        return false;
      }
    };
    expect(isRead(pack(plain))).toBe(true);
    expect(isRead(pack(plain, { hasChecksum: true }))).toBe(false);
  });
});
