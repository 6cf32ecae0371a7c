import type { LanguageRegistration } from '@shikijs/primitive';

/** Grammars many times larger than a language needs, with those of their rules that only list names. */
const LARGE = {
  // Every function of PHP's library. Calls have the colour of functions without it.
  php: { load: () => import('@shikijs/langs/php'), lists: ['support'] },
  ruby: { load: () => import('@shikijs/langs/ruby'), lists: [] },
};

/**
 * The module that replaces one of the large grammars, for the page and for the package; undefined for any other file.
 * Embedded code of another language (SQL in a string, HTML around it) keeps the colour of what holds it. Ruby alone would
 * bring twelve languages, C++ among them.
 */
export async function smallGrammarModule(path: string): Promise<string | undefined> {
  const [, name] = /[\\/]@shikijs[\\/]langs[\\/]dist[\\/](php|ruby)\.mjs$/.exec(path) ?? [];
  if (name !== 'php' && name !== 'ruby') return undefined;
  return `export default [JSON.parse(${JSON.stringify(JSON.stringify(await smallGrammar(name)))})]`;
}

export async function smallGrammar(name: keyof typeof LARGE): Promise<LanguageRegistration> {
  const { load, lists } = LARGE[name];
  const own = (await load()).default.find((grammar) => grammar.name === name);
  if (!own) throw new Error(`no grammar is called ${name}`);
  const { embeddedLangs: _, ...grammar } = own;
  const repository = { ...grammar.repository };
  for (const rule of lists) {
    if (!Object.hasOwn(repository, rule)) throw new Error(`the grammar of ${name} has no rule ${rule}`);
    repository[rule] = { patterns: [] };
  }
  return { ...grammar, repository };
}
