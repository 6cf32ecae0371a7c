import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { languages } from '../../src/core/text/languages.ts';
import { smallGrammarModule } from './small-grammars.ts';
import { translatedModule } from './translated-grammar.ts';

/** The grammars as files that the page and the library both load: each stands once in the package. */
export interface GrammarFiles {
  /** The name of the file of each language. It holds a hash, because browsers keep assets for a year. */
  names: ReadonlyMap<string, string>;
  files: readonly { name: string; contents: Uint8Array }[];
  /** The paths of what is in them, for licences. */
  sources: readonly string[];
}

/** Where the files stand below the page's folder. */
export const GRAMMAR_FOLDER = 'assets/grammars';
const root = join(import.meta.dirname, '../..');
const IMPORTED = /^@shikijs\/langs\/(\w+)$/;

export async function buildGrammars(): Promise<GrammarFiles> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(languages.map((name) => [name, `@shikijs/langs/${name}`])),
    outdir: GRAMMAR_FOLDER,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // HTML holds JavaScript and CSS: what two languages need is a file of its own.
    splitting: true,
    bundle: true,
    format: 'esm',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    write: false,
    metafile: true,
    plugins: [
      { name: 'grammars', setup: ({ onLoad }) => onLoad({ filter: /[\\/]langs[\\/]dist[\\/]/ }, grammarModule) },
    ],
  });
  const names = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) => {
    const language = languages.find((name) => entryPoint?.endsWith(`/${name}.mjs`));
    return language === undefined ? [] : [[language, fileName(path)] as const];
  });
  return {
    names: new Map(names),
    files: outputFiles.map(({ path, contents }) => ({ name: fileName(path), contents })),
    sources: Object.keys(metafile.inputs),
  };
}

/** The file that an import of a grammar is, where it is one. */
export function grammarFile({ names }: GrammarFiles, imported: string): string | undefined {
  return names.get(IMPORTED.exec(imported)?.[1] ?? '');
}

/** Where the engine stands that reads them, in place of the one that translates. */
export const TRANSLATED_ENGINE = join(root, 'web/text/translated-engine.ts');
export const IS_ENGINE = /[\\/]grammar-engine\.ts$/;

/** The page's bundle holds the files, and its worker loads them. */
export function grammarPlugins(grammars: GrammarFiles): { page: Plugin; worker: Plugin } {
  const page: Plugin = {
    name: 'threadline-grammar-files',
    apply: 'build',
    generateBundle() {
      for (const { name, contents } of grammars.files) {
        this.emitFile({ type: 'asset', fileName: `${GRAMMAR_FOLDER}/${name}`, source: contents });
      }
    },
  };
  const worker: Plugin = {
    name: 'threadline-grammar-imports',
    apply: 'build',
    enforce: 'pre',
    resolveId(imported) {
      if (IS_ENGINE.test(imported)) return TRANSLATED_ENGINE;
      const file = grammarFile(grammars, imported);
      return file === undefined ? undefined : { id: `/${GRAMMAR_FOLDER}/${file}`, external: 'absolute' };
    },
  };
  return { page, worker };
}

async function grammarModule({ path }: { path: string }) {
  const contents = translatedModule((await smallGrammarModule(path)) ?? (await readFile(path, 'utf8')));
  return { contents, loader: 'js' as const };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
