import { describe, expect, it } from 'vitest';
import { inflections } from './inflections.ts';

describe('the forms of a word', () => {
  it.each([
    ['deadlocks', 'deadlock'],
    ['deadlock', 'deadlocks'],
    ['deadlocked', 'deadlock'],
    ['queries', 'query'],
    ['query', 'queries'],
    ['retried', 'retry'],
    ['process', 'processes'],
    ['processes', 'process'],
    ['caches', 'cache'],
    ['cached', 'cache'],
    ['caching', 'cached'],
    ['fixes', 'fix'],
    ['stopped', 'stop'],
    ['running', 'run'],
    ['run', 'running'],
    ['tests', 'testing'],
    ['failed', 'fails'],
    ['called', 'call'],
    ['times', 'time'],
  ])('%s finds %s', (word, other) => expect(inflections(word)).toContain(other));

  it.each([
    ['status', 'statu'],
    ['class', 'clas'],
    ['string', 'str'],
    ['nothing', 'nothings '],
    ['speed', 'spe'],
    ['analysis', 'analysi'],
    ['this', 'thi'],
    ['us', 'use'],
  ])('%s does not find %s', (word, other) => expect(inflections(word)).not.toContain(other));

  it.each(['a', 'is', 'http2', 'ENOENT', 'naïve', '日本', 'x'.repeat(100_000), '', 'foo_bar'])(
    'are the word alone for %j',
    (word) => expect(inflections(word)).toEqual([word]),
  );

  it('begin with the word, are each there once, and are few', () => {
    for (const word of ['deadlocks', 'running', 'sss', 'inging', 'eded', 'yyy', 'ies', 'bees', 'aaaaeeeeed']) {
      const forms = inflections(word);
      expect(forms[0]).toBe(word);
      expect(new Set(forms).size).toBe(forms.length);
      expect(forms.length).toBeLessThanOrEqual(20);
    }
  });
});
