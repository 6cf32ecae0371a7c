import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJsonEncoder } from './write-json.ts';

const forFiles = createJsonEncoder({ forTerminal: false });
const forTerminal = createJsonEncoder({ forTerminal: true });

it('JSON means the same whatever was escaped in it, and never breaks a line', () => {
  const text = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      for (const encode of [forFiles, forTerminal]) {
        const json = encode(value) ?? '';
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(json).not.toMatch(/[\n\u2028\u2029]/);
      }
      expect(forTerminal(value)).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }),
    { numRuns: 2000 },
  );
});

it('a value that is nested too deeply gives no JSON and no exception', () => {
  let value: object = {};
  for (let depth = 0; depth < 100_000; depth += 1) value = { value };
  expect(forFiles(value)).toBeUndefined();
});

it('a defect is not mistaken for deep nesting', () => {
  const circle: { circle?: object } = {};
  circle.circle = circle;
  expect(() => forFiles(circle)).toThrow(TypeError);
});
