import { expect, it } from 'vitest';
import { extractJsonObjects } from './extract-json-objects.ts';

it('case 112: gives the whole objects and keeps the beginning of the next', () => {
  const expected = { objects: [{ a: 1 }, { b: 2 }], rest: '{"c":' };
  for (const between of ['\n', '…', '', '\r\n\n']) {
    expect(extractJsonObjects(['{"a":1}', '{"b":2}', '{"c":'].join(between))).toEqual(expected);
  }
});

it('braces and quotes inside strings do not count', () => {
  const value = { text: 'a } { \\ " \n' };
  expect(extractJsonObjects(JSON.stringify(value))).toEqual({ objects: [value], rest: '' });
});

it('what is no JSON is passed over', () => {
  expect(extractJsonObjects('noise {no} {"a":1} more')).toEqual({ objects: [{ a: 1 }], rest: '' });
});
