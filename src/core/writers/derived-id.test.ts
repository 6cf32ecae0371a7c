import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../lines/sha256.ts';
import { asVersion5, derivedId, derivedIds } from './derived-id.ts';

describe('sha256', () => {
  it('is that of the standard, whatever the length of the text', () => {
    const texts = ['', 'abc', 'Ünïcödé 日本語 🎉', '/home/user/project'];
    for (let length = 50; length < 140; length += 1) texts.push('x'.repeat(length));
    for (const text of texts) expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  });
});

describe('derivedId', () => {
  it('is a UUID of version 8, the same for the same parts', () => {
    const ids = Array.from({ length: 50 }, (_, index) => derivedId('codex', 'claude', String(index)));
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(ids).size).toBe(50);
    expect(derivedId('codex', 'claude', '7')).toBe(ids[7]);
  });

  it('tells parts apart that would be one text when joined', () => {
    expect(derivedId('ab', 'c')).not.toBe(derivedId('a', 'bc'));
  });

  it('gives many ids of one hash', () => {
    const [one, other] = [derivedIds('a'), derivedIds('b')];
    const ids = [1, 2, 300].flatMap((number) => [one(number), other(number)]);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(ids).size).toBe(6);
  });
});

it('an id is the same as version 5 but for that, and no other id is changed', () => {
  const id = derivedId('claude', 'x');
  expect(asVersion5(id)).toBe(`${id.slice(0, 14)}5${id.slice(15)}`);
  expect(asVersion5(asVersion5(id))).toBe(asVersion5(id));
  expect(asVersion5('8-8-8')).toBe('8-8-8');
});
