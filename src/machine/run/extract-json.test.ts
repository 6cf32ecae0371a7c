import { describe, expect, it } from 'vitest';
import { extractJson } from './extract-json.ts';

describe('case 75: extractJson', () => {
  const table: [string, unknown, unknown][] = [
    ['a whole object', '{"a":1}', { a: 1 }],
    ['a whole array', '[1,2]', [1, 2]],
    ['surrounding space', '\n  {"a":1}\n\n', { a: 1 }],
    ['a json fence', 'Here:\n```json\n{"a":1}\n```\nDone.', { a: 1 }],
    ['a bare fence', '```\n[1]\n```', [1]],
    ['a fence that holds a fence', '```json\n{"a":"```"}\n```', { a: '```' }],
    ['the second fence when the first holds no JSON', '```\nls\n```\n```json\n{"a":1}\n```', { a: 1 }],
    ['prose around it', 'The answer is {"a":{"b":"}"}} as you see.', { a: { b: '}' } }],
    ['brackets in the prose before it', 'As [noted] {before}: {"a":[1]}.', { a: [1] }],
    ['an empty text', '', null],
    ['no text', 42, null],
    ['nothing', undefined, null],
    ['malformed JSON', '{"a":', null],
    ['a mere number', '42', null],
    ['a text of brackets only', '['.repeat(200_000), null],
  ];
  it.each(table)('%s', (_, text, value) => {
    expect(extractJson(text)).toEqual(value);
  });
});
