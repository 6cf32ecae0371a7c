import { readFile } from 'node:fs/promises';
import { type Plugin, transform } from 'esbuild';

/** The one file of the reader of grammars. */
const READER = /[\\/]vscode-textmate[\\/]dist[\\/]index\.js$/;
/** Methods that nobody calls: they print what is said of a token, name its scopes, or keep the state between two lines for later. */
const UNUSED = [
  'toBinaryStr',
  'print',
  'from',
  'pushFrame',
  'toStateStackFrame',
  'tokenizeLine',
  'loadGrammarWithEmbeddedLanguages',
];

/**
 * The reader of grammars without what nobody calls or reads, and with short names for its private fields, which all begin
 * with an underscore. Throws where a new version has it in another place.
 */
export async function smallReader(source: string): Promise<string> {
  let text = source;
  for (const name of UNUSED) {
    const method = new RegExp(`^ {2}(?:static )?${name}\\([^\n]*\\) \\{\n.*?^ {2}\\}\n`, 'ms');
    if (!method.test(text)) throw new Error(`the reader of grammars has no ${name}`);
    text = text.replace(method, '');
    if (new RegExp(`\\.${name}\\(`).test(text.replaceAll('Array.from(', ''))) throw new Error(`${name} is called`);
  }
  return (await transform(text, { mangleProps: /^_./, drop: ['console'] })).code;
}

export const smallTextmate: Plugin = {
  name: 'small-textmate',
  setup({ onLoad }) {
    onLoad({ filter: READER }, async ({ path }) => {
      return { contents: await smallReader(await readFile(path, 'utf8')), loader: 'js' };
    });
  },
};
