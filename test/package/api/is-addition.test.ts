import { expect, it } from 'vitest';
import { isAddition } from './is-addition.ts';

it.each([
  ['interface A { a: string; b?: number }', 'interface A { b?: number; c: string; a: string }'],
  ["type A = 'a' | 'b'", "type A = 'b' | 'c' | 'a'"],
  [
    'const limits: Readonly<{ readonly a: 1; readonly b: 2; }>',
    'const limits: Readonly<{ readonly b: 2; readonly a: 1; }>',
  ],
  ['interface ReadOptions { a?: string }', 'interface ReadOptions { a?: string; b?: () => void }'],
  ['const limits: Readonly<{ readonly a: 1; }>', 'const limits: Readonly<{ readonly a: 2; }>'],
])('%s may become %s', (before, now) => {
  expect(isAddition(before, now)).toBe(true);
});

it.each([
  ['interface A { a: string; b?: number }', 'interface A { a: string }'],
  ['interface A { a: string }', 'interface A { a: string | undefined }'],
  ['interface A extends B { a: string }', 'interface A { a: string }'],
  ["type A = 'a' | 'b'", "type A = 'a'"],
  ["type A = 'a'", 'type A = string'],
  ['function a(b: string): void', 'function a(b: string, c: string): void'],
  ['interface ReadOptions { a?: string }', 'interface ReadOptions { a?: string; b: string }'],
  ['const limits: Readonly<{ readonly a: 1; }>', "const limits: Readonly<{ readonly a: '1'; }>"],
  ['const limits: Readonly<{ readonly a: 1; }>', 'const limits: Readonly<{ readonly b: 1; }>'],
])('%s may not become %s', (before, now) => {
  expect(isAddition(before, now)).toBe(false);
});

it('members that come from another type are members', () => {
  const types: Record<string, string> = {
    Counts: 'interface Counts { input: number; output: number }',
    Facts: 'interface Facts extends Counts { id: string; title?: string | undefined }',
  };
  const now = (name: string) => types[name];
  const before = 'interface Row { input: number; id: string; at: number }';
  expect(isAddition(before, "interface Row extends Counts, Pick<Facts, 'id'> { at: number }", { now })).toBe(true);
  expect(isAddition(before, "interface Row extends Omit<Facts, 'title'> { at: number }", { now })).toBe(true);
  expect(isAddition(before, "interface Row extends Counts, Pick<Facts, 'title'> { at: number }", { now })).toBe(false);
  expect(isAddition(before, 'interface Row extends Unknown { at: number }', { now })).toBe(false);
});
