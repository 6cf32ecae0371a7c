import type { IRawTheme } from '@shikijs/vscode-textmate';
import * as coreLimits from '../../limits/core.ts';
import { createGrammarReader, type Grammar, type ReadByGrammar } from './grammar-reader.ts';
import { languageNamed, languages, loadGrammar } from './languages.ts';

/** A piece of code, with its kind if that has a colour. */
export interface CodeToken {
  text: string;
  kind?: CodeKind;
}

export type CodeKind = 'keyword' | 'string' | 'function' | 'number' | 'comment' | 'type';

/** Returns the tokens of each line. Undefined if the language has no colours, or the code is too long. */
export type TokenizeCode = (code: string, language: string) => CodeToken[][] | undefined;

/** The kinds of grammar scopes. A theme needs colours, so each kind has one from which it is looked up again. */
const SCOPES: readonly (readonly [CodeKind, readonly string[]])[] = [
  ['keyword', ['keyword', 'storage', 'variable.language', 'entity.name.tag', 'punctuation.definition.heading']],
  ['string', ['string', 'punctuation.definition.string', 'constant.character.escape']],
  ['function', ['entity.name.function', 'support.function', 'meta.function-call.generic']],
  ['number', ['constant.numeric', 'constant.language', 'support.constant', 'constant.other.option']],
  ['comment', ['comment', 'punctuation.definition.comment']],
  ['type', ['entity.name.type', 'entity.name.class', 'support.type', 'support.class', 'entity.other.attribute-name']],
];
/** Look like words, but belong to the code around them. */
const PLAIN_SCOPES = ['keyword.operator', 'punctuation', 'storage.type.function.arrow', 'meta.template.expression'];
const PLAIN = '#000000';
const colourOf = (index: number) => `#00000${index + 1}`;

const THEME: IRawTheme = {
  settings: [
    { settings: { foreground: PLAIN } },
    ...SCOPES.map(([, scope], index) => ({ scope: [...scope], settings: { foreground: colourOf(index) } })),
    { scope: PLAIN_SCOPES, settings: { foreground: PLAIN } },
    {
      scope: ['keyword.operator.new', 'keyword.operator.expression', 'keyword.operator.logical.python'],
      settings: { foreground: colourOf(0) },
    },
  ],
};
const KINDS: ReadonlyMap<string, CodeKind> = new Map(SCOPES.map(([kind], index) => [colourOf(index), kind]));

/**
 * One for each language, for as long as the program runs: a reader keeps its compiled grammars. They are not joined,
 * because the grammars that others loaded change the colours of code that embeds them.
 */
const readers = new Map<string, Promise<ReadByGrammar>>();

function readerOf(language: string): Promise<ReadByGrammar> {
  const known = readers.get(language);
  if (known) return known;
  // They come from the package of grammars made for this reader.
  const made = loadGrammar(language).then((grammars) => createGrammarReader(language, grammars as Grammar[], THEME));
  readers.set(language, made);
  // A grammar that could not be fetched is fetched again the next time.
  made.catch(() => readers.delete(language));
  return made;
}

/**
 * Loads the colouring of the named languages, by default all. A tokenizer serves one document and stops at the limit of
 * code per document. Sizes alone decide what is coloured, never time.
 */
export async function loadCodeTokenizers(wanted: Iterable<string> = languages): Promise<() => TokenizeCode> {
  const names = new Set<string>();
  for (const name of wanted) names.add(languageNamed(name) ?? '');
  names.delete('');
  const loaded = new Map(await Promise.all([...names].map(async (name) => [name, await readerOf(name)] as const)));

  return () => {
    let left: number = coreLimits.maxColouredDocumentLength;
    return (code, name) => {
      const lang = languageNamed(name);
      const read = loaded.get(lang ?? '');
      if (read === undefined) return undefined;
      if (code.length > coreLimits.maxColouredBlockLength || code.length > left) return undefined;
      left -= code.length;
      return read(code, coreLimits.maxColouredLineLength).map((line) =>
        line.map(({ text, colour = '' }) => {
          const kind = KINDS.get(colour.toLowerCase());
          return kind === undefined ? { text } : { text, kind };
        }),
      );
    };
  };
}
