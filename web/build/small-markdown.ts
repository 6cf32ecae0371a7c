import { readFile } from 'node:fs/promises';
import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'vite';

/** The one file of the Markdown parser. */
const PARSER = /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/;

/**
 * Rules that give up at once, as `src/core/text/markdown.ts` sets the parser up: HTML is text there, no address is
 * guessed and no quote is changed. With them what writes HTML, because we write it ourselves. Each is a region of the
 * file, which its build has marked.
 */
const UNUSED = [
  'renderer',
  'rules_core/linkify',
  'rules_core/replacements',
  'rules_core/smartquotes',
  'common/html_blocks',
  'common/html_re',
  'rules_block/html_block',
  'rules_inline/linkify',
  'rules_inline/html_inline',
];
/** Where the file names them. */
const NAMED = [
  /^\t\["linkify", linkify\$1\],\n/m,
  /^\t\["replacements", replace\],\n/m,
  /^\t\["smartquotes", smartquotes\],\n/m,
  /^\t\[\n\t\t"html_block",\n\t\thtml_block,\n\t\t\[[^\]]*\]\n\t\],\n/m,
  /^\t\["linkify", linkify\],\n/m,
  /^\t\["html_inline", html_inline\],\n/m,
  /^_defineProperty\(MarkdownIt, "Renderer", Renderer\);\n/m,
  // What others set up: the two other presets, and functions for plugins.
  /^\tzero: \{\n.*?^\t\}\n(?=\};\nvar BAD_PROTO_RE)/ms,
  /^\t\t_defineProperty\(\n\t\t\tthis,\n\t\t\t\/\*\*(?:(?!\*\/).)*\*\/\n\t\t\t"utils",\n\t\t\tutils_exports\n\t\t\);\n/ms,
];
/** Methods for those who write HTML, and for plugins that change rules or tokens. */
const METHODS = [
  ...['attrSet', 'attrJoin', 'at', 'before', 'after', 'disable'],
  ...['use', 'render', 'renderInline', 'parseInline'],
];
const MADE = 'new Renderer()';

/** The Markdown parser without what we never use of it, a fifth. Throws where a new version has it in another place. */
export function smallMarkdown(source: string): string {
  let text = source;
  for (const name of UNUSED) text = without(text, new RegExp(`^//#region src/${name}\\.ts\n.*?^//#endregion\n`, 'ms'));
  for (const place of NAMED) text = without(text, place);
  for (const name of METHODS) text = without(text, new RegExp(`^\\t${name}\\([^\n]*\\) \\{\n.*?^\\t\\}\n`, 'gms'));
  if (!text.includes(MADE)) throw new Error(`markdown-it has no ${MADE}`);
  return text.replace(MADE, '{}');
}

function without(text: string, place: RegExp): string {
  const small = text.replace(place, '');
  if (small === text) throw new Error(`markdown-it has no ${place.source}`);
  return small;
}

/** For the library and the React components. */
export const smallMarkdownForEsbuild: EsbuildPlugin = {
  name: 'small-markdown',
  setup({ onLoad }) {
    onLoad({ filter: PARSER }, async ({ path }) => ({
      contents: smallMarkdown(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** For the page. */
export const smallMarkdownForVite: Plugin = {
  name: 'small-markdown',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (PARSER.test(id) ? { code: smallMarkdown(code), map: null } : null),
};
