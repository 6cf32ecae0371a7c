import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpack } from './unpack.ts';

/** Text that does not repeat, so that its packed form is long. */
const text = Array.from({ length: 20_000 }, (_, n) => createHash('sha256').update(String(n)).digest('hex')).join('\n');

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What came out before the end, and the code of what ended it. */
async function run(bytes: Uint8Array, size: number): Promise<{ text: string; code?: string | undefined }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of unpack(cut(bytes, size))) chunks.push(chunk);
  } catch (error) {
    return { text: Buffer.concat(chunks).toString(), code: (error as { code?: string | undefined }).code };
  }
  return { text: Buffer.concat(chunks).toString() };
}

describe('unpack', () => {
  const frames = Buffer.concat([text, 'second\n', text].map((part) => zstdCompressSync(part)));

  it.each([1000, 4096, 65_537, 10_000_000])('gives all frames, in chunks of %d bytes', async (size) => {
    expect(await run(frames, size)).toEqual({ text: `${text}second\n${text}` });
  });

  it.each([1000, 10_000_000])('gives the same of a cut file whatever the chunks, here %d bytes', async (size) => {
    const packed = zstdCompressSync(text);
    const result = await run(packed.subarray(0, Math.floor(packed.length / 2)), size);
    expect(result.code).toBe('damaged');
    expect(result.text.length).toBeGreaterThan(400_000);
    expect(text.startsWith(result.text)).toBe(true);
  });

  it('names what follows a frame and is none', async () => {
    const packed = Buffer.concat([zstdCompressSync('first\n'), Buffer.from('not zstd')]);
    expect(await run(packed, 10)).toEqual({ text: 'first\n', code: 'damaged' });
    expect(await run(Buffer.from('not zstd at all'), 100)).toEqual({ text: '', code: 'damaged' });
  });

  it.each([1, 7, 100_000])('passes over frames that hold nothing, in chunks of %d bytes', async (size) => {
    const empty = zstdCompressSync('');
    const skippable = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const parts = [skippable, empty, zstdCompressSync('first\n'), empty, skippable, zstdCompressSync('last\n'), empty];
    expect(await run(Buffer.concat(parts), size)).toEqual({ text: 'first\nlast\n' });
    expect(await run(Buffer.concat([...parts, empty.subarray(0, 5)]), size)).toEqual({
      text: 'first\nlast\n',
      code: 'damaged',
    });
  });

  it('makes one engine for all frames: 20 000 empty ones cost next to nothing', async () => {
    const before = process.cpuUsage();
    expect(await run(Buffer.concat(Array(20_000).fill(zstdCompressSync(''))), 65_536)).toEqual({ text: '' });
    const { user, system } = process.cpuUsage(before);
    // An engine for each took seconds of CPU time.
    expect(user + system).toBeLessThan(1_000_000);
  });

  it('tells frames from what only looks like one: a broken signature, a reserved block', async () => {
    const packed = zstdCompressSync(text);
    for (const at of [0, 4, 6, 9]) {
      const broken = Buffer.from(packed);
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      expect((await run(broken, 1000)).code, String(at)).toBeDefined();
    }
  });

  it('holds little at a time when a reader stops early', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(200_000_000, 97));
    let largest = 0;
    for await (const chunk of unpack(cut(bomb, 65_536))) {
      largest = Math.max(largest, chunk.length);
      break;
    }
    expect(largest).toBeLessThan(1024 * 1024);
  });
});
