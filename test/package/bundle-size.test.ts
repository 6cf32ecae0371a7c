import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** What a server that bundles an entry ships, in kB of gzip. */
async function bundledSize(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [`${source}${entry}`],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 1000;
}

it('threadline/chat is under 60 kB', async () => {
  expect(await bundledSize('doors/chat/index.ts')).toBeLessThan(60);
});
