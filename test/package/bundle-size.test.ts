import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import * as reader from 'threadline/reader';
import { expect, it } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface BundleOptions {
  platform: 'browser' | 'node';
  plugins?: Plugin[];
  /** Packages that are there anyway. */
  external?: string[];
}

/** What a page or a server that bundles these lines ships, in kB of gzip. */
async function bundledSize(
  contents: string,
  { platform, plugins = [], external = [] }: BundleOptions,
): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: file('.') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform,
    plugins,
    external,
    // Of chunks that are imported for nothing but their order.
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 1000;
}

/** Grammars are loaded when a page has code of their language: an empty object stands for each. */
const withoutGrammars: Plugin = {
  name: 'without-grammars',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]assets[\\/]grammars[\\/]/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const grammar = /JSON\.parse\((['"`])\{"displayName"/.exec(text);
      if (!grammar) return undefined;
      const end = text.lastIndexOf(`${grammar[1]})`);
      return { contents: `${text.slice(0, grammar.index)}({}${text.slice(end + 1)}` };
    });
  },
};

it('threadline/chat is under 60 kB beside Zod, in which servers write the schemas of their own agents', async () => {
  const contents = "export * from './src/doors/chat/index.ts'";
  expect(await bundledSize(contents, { platform: 'node', external: ['zod'] })).toBeLessThan(60);
  // A schema that can be extended has every method of Zod, and no bundler can leave one out.
  expect(await bundledSize(contents, { platform: 'node' })).toBeLessThan(80);
});

it('the root does not pull Zod in, though the types of an agent name it', async () => {
  const contents = "export * from './dist/index.js'";
  const size = await bundledSize(contents, { platform: 'browser' });
  expect(await bundledSize(contents, { platform: 'browser', external: ['zod'] })).toBe(size);
});

it('threadline/writers is under 120 kB in a browser, without the grammars that colour code', async () => {
  const contents = "export * from './dist/core/writers/index.js'";
  const size = await bundledSize(contents, { platform: 'browser', plugins: [withoutGrammars] });
  // It names the tools of every agent that it may write a thread of, and has the player of a replay.
  expect(size).toBeLessThan(120);
  // The engine that reads grammars is in it, and none of them.
  expect(size).toBeGreaterThan(80);
});

it('threadline/react is under 60 kB as it is published, beside React and without colours of code', () => {
  expect(gzipSync(readFileSync(file('dist/doors/react/index.js'))).length).toBeLessThan(60_000);
});

it('createEventReader is under 133 kB in a browser, with the readers of all agents', async () => {
  const contents = "export { createEventReader } from './dist/index.js'";
  // 85 is wished for. A page that reads some agents takes `threadline/reader` with these.
  expect(await bundledSize(contents, { platform: 'browser' })).toBeLessThan(133);
});

/** Most kB of the reader of an agent. Codex's session files have had so many forms that reading them takes more. */
const READERS = new Map([['codex', 42]]);

it.each(Object.keys(reader).filter((name) => name !== 'createEventReader'))(
  'a reader of %s alone has no other agent in its bundle',
  async (name) => {
    const contents = `export { createEventReader, ${name} } from './dist/core/reader/index.js'`;
    expect(await bundledSize(contents, { platform: 'browser' })).toBeLessThan(READERS.get(name) ?? 22);
  },
);
