import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
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

/**
 * What a page that is bundled in parts begins with, and the most that one line makes it load on top. In kB of gzip, each file
 * by itself.
 */
async function loadedSizes(contents: string): Promise<{ start: number; most: number; loads: number }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: file('.') },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    outdir: 'parts',
    absWorkingDir: file('.'),
    logLevel: 'error',
  });
  const bytes = new Map(
    outputFiles.map(({ path, contents }) => [basename(path), gzipSync(contents, { level: 9 }).length]),
  );
  const sizeOf = (paths: ReadonlySet<string>) =>
    [...paths].reduce((sum, path) => sum + (bytes.get(basename(path)) ?? 0), 0) / 1000;
  const importsOf = (path: string, kind: string) =>
    (metafile.outputs[path]?.imports ?? []).filter((made) => made.kind === kind).map((made) => made.path);
  const needed = (path: string) => {
    const paths = new Set([path]);
    for (const each of paths) for (const next of importsOf(each, 'import-statement')) paths.add(next);
    return paths;
  };
  const [entry = ''] = Object.keys(metafile.outputs).filter((path) => metafile.outputs[path]?.entryPoint === '<stdin>');
  const start = needed(entry);
  const later = [...start].flatMap((path) => importsOf(path, 'dynamic-import'));
  const loaded = later.map((path) => sizeOf(new Set([...needed(path)].filter((part) => !start.has(part)))));
  return { start: sizeOf(start), most: Math.max(...loaded), loads: loaded.length };
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
  expect(await bundledSize(contents, { platform: 'node' })).toBeLessThan(81);
});

it('the root does not pull Zod in, though the types of an agent name it', async () => {
  const contents = "export * from './dist/index.js'";
  const size = await bundledSize(contents, { platform: 'browser' });
  expect(await bundledSize(contents, { platform: 'browser', external: ['zod'] })).toBe(size);
});

it('threadline/writers is under 119 kB in a browser, without the grammars that colour code', async () => {
  const contents = "export * from './dist/core/writers/index.js'";
  const size = await bundledSize(contents, { platform: 'browser', plugins: [withoutGrammars] });
  // It names the tools of every agent that it may write a thread of, and has the player of a replay.
  expect(size).toBeLessThan(119);
  // The engine that reads grammars is in it, and none of them.
  expect(size).toBeGreaterThan(80);
});

it('threadline/react is under 60 kB as it is published, beside React and without colours of code', () => {
  expect(gzipSync(readFileSync(file('dist/doors/react/index.js'))).length).toBeLessThan(60_000);
});

it('readEvents of threadline/lazy begins with 23 kB in a browser, and one agent loads 42 more at most', async () => {
  const { start, most, loads } = await loadedSizes("export { readEvents } from './dist/core/lazy/index.js'");
  expect(start).toBeLessThan(23);
  expect(most).toBeLessThan(42);
  expect(loads).toBeGreaterThan(10);
});

it('detectWire is under 14 kB in a browser: it knows what lines look like, and no reader', async () => {
  expect(await bundledSize("export { detectWire } from './dist/index.js'", { platform: 'browser' })).toBeLessThan(14);
});

it('createEventReader is under 134 kB in a browser, with the readers of all agents', async () => {
  const contents = "export { createEventReader } from './dist/index.js'";
  // 85 is wished for. A page that reads some agents takes `threadline/reader` with these.
  expect(await bundledSize(contents, { platform: 'browser' })).toBeLessThan(134);
});

/** Most kB of the reader of an agent. Codex's session files have had so many forms that reading them takes more. */
const READERS = new Map([
  ['codex', 42],
  ['claude', 23],
]);

it.each(Object.keys(reader).filter((name) => name !== 'createEventReader'))(
  'a reader of %s alone has no other agent in its bundle',
  async (name) => {
    const contents = `export { createEventReader, ${name} } from './dist/core/reader/index.js'`;
    expect(await bundledSize(contents, { platform: 'browser' })).toBeLessThan(READERS.get(name) ?? 22);
  },
);
