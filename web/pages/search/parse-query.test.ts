import { expect, it } from 'vitest';
import { narrowingWords, parseQuery, withoutWord } from './parse-query.ts';

it('reads words, phrases, regular expressions and what narrows them', () => {
  expect(parseQuery(' two words ')).toEqual({ q: 'two words', mode: 'words' });
  expect(parseQuery('"two words"')).toEqual({ q: 'two words', mode: 'phrase' });
  expect(parseQuery('/a+b/ agent:codex')).toEqual({ q: 'a+b', mode: 'regex', agent: ['codex'] });
  expect(parseQuery('tool:Bash file:a.ts rm')).toEqual({ q: 'rm', mode: 'words', tool: 'Bash', file: 'a.ts' });
});

it('takes several agents, and knows the words that narrow it', () => {
  const line = 'agent:codex framer Agent:claude  file:a.ts agent:codex';
  expect(parseQuery(line).agent).toEqual(['codex', 'claude', 'codex']);
  expect(narrowingWords(line)).toEqual(['agent:codex', 'Agent:claude', 'file:a.ts']);
  expect(withoutWord(line, 'agent:codex')).toBe('framer Agent:claude file:a.ts');
});

it('takes a word with a colon that narrows nothing for a word', () => {
  expect(parseQuery('http://x agent: "')).toEqual({ q: 'http://x agent: "', mode: 'words' });
});
