import { expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';

it('reads words, phrases, regular expressions and what narrows them', () => {
  expect(parseQuery(' two words ')).toEqual({ q: 'two words', mode: 'words' });
  expect(parseQuery('"two words"')).toEqual({ q: 'two words', mode: 'phrase' });
  expect(parseQuery('/a+b/ agent:codex')).toEqual({ q: 'a+b', mode: 'regex', agent: 'codex' });
  expect(parseQuery('tool:Bash file:a.ts rm')).toEqual({ q: 'rm', mode: 'words', tool: 'Bash', file: 'a.ts' });
});

it('takes a word with a colon that narrows nothing for a word', () => {
  expect(parseQuery('http://x agent: "')).toEqual({ q: 'http://x agent: "', mode: 'words' });
});
