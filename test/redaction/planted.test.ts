import { createRedactor } from 'threadline/redact';
import { describe, expect, it } from 'vitest';
import { ordinaryLines } from './ordinary.ts';
import { leaves, plantedSet } from './planted.ts';

const LEAST_RECALL = 0.99;

describe.each(['standard', 'strict'] as const)('at the level %s', (level) => {
  const { text: redact } = createRedactor({ level });

  it.each([1, 2, 3])(
    'of planted secrets at least 99 % are found, and redacting twice changes nothing: seed %i',
    (seed) => {
      const planted = plantedSet(seed, 1);
      const missed = planted.filter(({ text, secrets }) => {
        const safe = redact(text);
        expect(redact(safe)).toBe(safe);
        return secrets.some((secret) => leaves(safe, secret));
      });
      expect(missed.length / planted.length, missed.map(({ text }) => text).join('\n')).toBeLessThan(1 - LEAST_RECALL);
    },
  );

  it('JSON stays JSON with the same keys', () => {
    for (const { text, secrets } of plantedSet(4, 1)) {
      const safe = redact(JSON.stringify({ output: text, nested: JSON.stringify({ secret: secrets[0], text }) }));
      expect(Object.keys(JSON.parse(safe))).toEqual(['output', 'nested']);
      expect(Object.keys(JSON.parse(JSON.parse(safe).nested))).toEqual(['secret', 'text']);
    }
  });
});

it('ordinary lines stay as they are at the level standard', () => {
  const { text: redact } = createRedactor();
  expect(ordinaryLines(1).filter((line) => redact(line) !== line)).toEqual([]);
});
