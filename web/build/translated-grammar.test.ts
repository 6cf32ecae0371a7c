import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from '@shikijs/engine-javascript';
import {
  codeToTokensBase,
  createShikiPrimitive,
  type LanguageRegistration,
  type RegexEngine,
} from '@shikijs/primitive';
import { describe, expect, it } from 'vitest';
import { languages, loadGrammar } from '../../src/core/text/languages.ts';
import { createGrammarEngine, readPattern } from '../text/translated-engine.ts';
import { codeSamples } from './code-samples.ts';
import { smallGrammar } from './small-grammars.ts';
import { translatedGrammar, translatedModule } from './translated-grammar.ts';
import { translatedPattern } from './translated-pattern.ts';

async function grammarsOf(language: string): Promise<LanguageRegistration[]> {
  if (language === 'php' || language === 'ruby') return [await smallGrammar(language)];
  return (await loadGrammar(language)) as LanguageRegistration[];
}

function translatedEngine(): RegexEngine {
  const { createOnigScanner, createOnigString } = createGrammarEngine();
  return { createScanner: (patterns) => createOnigScanner(patterns as string[]), createString: createOnigString };
}

/** All scopes of each token, with the place where it stands. */
function tokensOf(language: string, langs: LanguageRegistration[], engine: RegexEngine) {
  const theme = { name: 'none at all', settings: [] };
  const primitive = createShikiPrimitive({ engine, langs, themes: [theme], warnings: false });
  const options = { lang: language, theme: theme.name, includeExplanation: 'scopeName' as const, tokenizeTimeLimit: 0 };
  return (code: string) => codeToTokensBase(primitive, code, options);
}

/** Half of all patterns stand in more than one grammar. */
const cache = new Map<string, RegExp | Error>();

describe('a translated grammar', () => {
  it.each(languages)('of %s gives every token the scopes of the original', async (language) => {
    const grammars = await grammarsOf(language);
    const engine = createJavaScriptRegexEngine({ forgiving: true, target: 'ES2024', cache });
    const original = tokensOf(language, grammars, engine);
    const translated = tokensOf(language, translatedGrammar(grammars), translatedEngine());
    expect(codeSamples[language]).toBeDefined();
    // Code of another language is hostile code of this one.
    for (const name of [language, 'ruby', 'shellscript', 'javascript']) {
      expect(translated(codeSamples[name] ?? ''), name).toEqual(original(codeSamples[name] ?? ''));
    }
  });

  it('stands where the grammar of a module stood, and a module without one is as it was', () => {
    const module = (match: string) => `const l=JSON.parse(${JSON.stringify(JSON.stringify({ match, name: 'a' }))})`;
    expect(translatedModule(module('\\h+'))).toBe(module('/\\p{AHex}+'));
    expect(translatedModule("export { default } from './javascript.mjs'")).toContain('javascript');
  });
});

it('a pattern that cannot be read finds nothing, as in a browser that lacks a flag', () => {
  const { createOnigScanner, createOnigString } = createGrammarEngine();
  const scanner = createOnigScanner(['no slash', '/(', '/b']);
  expect(scanner.findNextMatchSync(createOnigString('ab no slash'), 0, 0)?.index).toBe(2);
  expect(createOnigScanner(['no slash', '/(']).findNextMatchSync(createOnigString('no slash ('), 0, 0)).toBeNull();
});

/** As the reader of grammars does it. */
const escaped = (text: string) => text.replace(/[-\\{}*+?|^$.,[\]()#\s]/g, '\\$&');
const resolved = (pattern: string, captured: string) => pattern.replace(/\\(\d+)/g, () => escaped(captured));

describe('a pattern that ends with what was captured at its begin', () => {
  const texts = [
    'EOT',
    'straße',
    'K',
    '',
    '"""',
    '#',
    '##',
    '\\',
    '\\#',
    '#\\',
    'a-b',
    'a/b',
    '(?:',
    '[a]',
    '{2}',
    '$1',
    '\\1',
    'é',
    '\ud83d\ude00',
    ' \t',
    '\uFF21',
    '&&',
    '~',
  ];
  const patterns = [
    '^\\s*(\\2)(?![0-9A-Z_a-z\\x7F-\\x{10FFFF}])',
    '(?i)(</)(\\2)\\s*(>)|(/>)',
    '"\\1(#*)',
    '((?<=\\1)|^)x',
    '(--)?]\\1]',
    '(?<!\\G)(?<=\\2)',
  ];

  it.each(patterns)('finds with %s what it found before it was translated, whatever was captured', (pattern) => {
    for (const captured of texts) {
      const before = defaultJavaScriptRegexConstructor(resolved(pattern, captured), { target: 'ES2024' });
      const after = readPattern(resolved(translatedPattern(pattern, 'end'), captured));
      for (const text of [
        `a ${captured}x`,
        `  ${captured}`,
        `</${captured.toUpperCase()} >`,
        `]${captured}]`,
        `"${captured}##`,
        'x',
        '',
      ]) {
        for (const start of [0, 1, 2]) {
          before.lastIndex = start;
          after.lastIndex = start;
          expect(after.exec(text)?.indices, `${captured} in ${text}`).toEqual(before.exec(text)?.indices);
        }
      }
    }
  });
});
