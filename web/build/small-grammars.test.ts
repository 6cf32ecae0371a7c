import { gzipSync } from 'node:zlib';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { codeToTokensBase, createShikiPrimitiveAsync } from '@shikijs/primitive';
import { describe, expect, it } from 'vitest';
import { smallGrammar } from './small-grammars.ts';

const MAX_GZIP = 20_000;

const samples = {
  ruby: {
    code: 'class Framer\n  def push(line)\n    sql = <<~SQL\n      SELECT * FROM lines\n    SQL\n    # a comment\n  end\nend',
    keywords: ['class', 'def', 'end'],
  },
  php: {
    code: '<?php\nfunction push(string $line): int {\n  // a comment\n  return strlen("SELECT 1 FROM x" . $line);\n}',
    keywords: ['function', 'return'],
  },
};

/** Keywords, strings and comments of a sample, by a theme of four colours. */
async function colours(name: 'ruby' | 'php'): Promise<{ text: string; colour: string }[]> {
  const langs = [await smallGrammar(name)];
  const settings = [['keyword', 'storage'], ['string'], ['comment'], ['entity.name.function']].map((scope, index) => ({
    scope,
    settings: { foreground: `#00000${index + 1}` },
  }));
  const theme = { name: 'four', type: 'light' as const, settings };
  const primitive = await createShikiPrimitiveAsync({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    langs,
    themes: [theme],
  });
  const lines = codeToTokensBase(primitive, samples[name].code, { lang: name, theme: 'four' });
  return lines.flat().map(({ content, color = '' }) => ({ text: content.trim(), colour: color }));
}

describe.each(['ruby', 'php'] as const)('the grammar of %s in the page', (name) => {
  it('is small, and brings no other language', async () => {
    const grammar = await smallGrammar(name);
    expect(gzipSync(JSON.stringify(grammar), { level: 9 }).length).toBeLessThan(MAX_GZIP);
    expect(grammar.embeddedLangs).toBeUndefined();
  });

  it('still colours keywords and comments', async () => {
    const tokens = await colours(name);
    for (const keyword of samples[name].keywords) {
      const token = tokens.find(({ text }) => text === keyword);
      expect(token?.colour, keyword).toBe('#000001');
    }
    expect(tokens.some(({ text, colour }) => text.includes('a comment') && colour === '#000003')).toBe(true);
  });
});

it('colours a call of PHP’s library as a function', async () => {
  const tokens = await colours('php');
  expect(tokens.find(({ text }) => text === 'strlen')?.colour).toBe('#000004');
});
