import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { codeToTokensBase, createShikiPrimitive, type LanguageRegistration } from '@shikijs/primitive';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { createGrammarReader, type Grammar } from '../../src/core/text/grammar-reader.ts';
import { loadGrammar } from '../../src/core/text/languages.ts';
import { codeSamples } from './code-samples.ts';
import { smallReader, smallTextmate } from './small-textmate.ts';

const scopes = ['keyword', 'string', 'comment', 'entity.name', 'constant', 'variable', 'punctuation'];
const colourOf = (index: number) => `#00000${index}`;
const settings = [
  { settings: { foreground: colourOf(0) } },
  ...scopes.map((scope, index) => ({ scope, settings: { foreground: colourOf(index + 1) } })),
];

/** `createGrammarReader` as it is in what is built, but for its engine. */
async function builtReader(): Promise<typeof createGrammarReader> {
  const { outputFiles } = await build({
    entryPoints: ['src/core/text/grammar-reader.ts'],
    plugins: [smallTextmate],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).createGrammarReader;
}

const built = await builtReader();

describe('the reader of grammars', () => {
  it.each(['html', 'lua', 'python', 'shellscript', 'typescript'])('colours %s as Shiki does', async (language) => {
    const grammars = await loadGrammar(language);
    const engine = createJavaScriptRegexEngine({ forgiving: true });
    const langs = grammars as LanguageRegistration[];
    const shiki = createShikiPrimitive({ engine, langs, themes: [{ name: 'x', type: 'light', settings }] });
    const options = { lang: language, theme: 'x', tokenizeMaxLineLength: 200, tokenizeTimeLimit: 0 };
    const code = `${codeSamples[language]}\r\n\r\n\n${'x '.repeat(150)}\n${codeSamples[language]}`;
    const expected = codeToTokensBase(shiki, code, options).map((line) =>
      line.map(({ content, color }) => ({ text: content, colour: color === '' ? undefined : color })),
    );
    for (const create of [createGrammarReader, built]) {
      expect(create(language, grammars as Grammar[], { settings })(code, 200)).toEqual(expected);
    }
  });

  it('has no grammar of another language', () => {
    expect(() => createGrammarReader('cobol', [], { settings })).toThrow('cobol');
  });

  it('says so where the package has changed', async () => {
    await expect(smallReader('')).rejects.toThrow('has no toBinaryStr');
  });
});
