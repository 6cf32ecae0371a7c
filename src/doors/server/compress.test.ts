import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import { compressAnswer } from './compress.ts';

const long = jsonAnswer({ words: 'one two three '.repeat(5000) });

describe('a long answer', () => {
  it('is compressed as the request accepts it, and is the same once it is unpacked', async () => {
    const brotli = await compressAnswer(long, 'gzip, deflate, br, zstd');
    const gzip = await compressAnswer(long, 'GZIP;q=0.5, br;q=0');
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.body).toString()).toBe(long.body);
    expect(gunzipSync(gzip.body).toString()).toBe(long.body);
    expect(brotli.body.length).toBeLessThan(long.body.length / 20);
    expect(brotli.headers.vary).toBe('accept-encoding');
  });

  it('stays as it is for a request that accepts nothing, or odd things', async () => {
    for (const accepted of [undefined, '', 'identity', 'brotli', ',;,;q=', 'br'.repeat(5000), 'x,'.repeat(10_000)]) {
      expect((await compressAnswer(long, accepted)).body).toBe(long.body);
    }
  });

  it('may be short if it is a file of the page, which is compressed once', async () => {
    const body = Buffer.from('export const one = 1;\n'.repeat(200));
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'private, max-age=31536000, immutable' };
    const sent = await compressAnswer({ status: 200, headers, body }, 'br');
    expect(sent.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(sent.body).equals(body)).toBe(true);
  });

  it('is compressed once where its bytes are sent again', async () => {
    const file = { status: 200, headers: { 'content-type': 'text/javascript' }, body: Buffer.from(long.body) };
    expect((await compressAnswer(file, 'br')).body).toBe((await compressAnswer(file, 'br')).body);
  });
});

it('leaves short answers, pictures and fonts alone', async () => {
  const short = jsonAnswer({ words: 'few' });
  const font = { status: 200, headers: { 'content-type': 'font/woff2' }, body: Buffer.alloc(50_000) };
  expect(await compressAnswer(short, 'br')).toBe(short);
  expect(await compressAnswer(font, 'br')).toBe(font);
});
