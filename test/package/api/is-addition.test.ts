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
])('%s may become %s', (before, now) => {
  expect(isAddition(before, now)).toBe(true);
});

it.each([
  ['interface A { a: string; b?: number }', 'interface A { a: string }'],
  ['interface A { a: string }', 'interface A { a: string | undefined }'],
  ['interface A { a: string }', 'interface A extends B { a: string }'],
  ["type A = 'a' | 'b'", "type A = 'a'"],
  ["type A = 'a'", 'type A = string'],
  ['function a(b: string): void', 'function a(b: string, c: string): void'],
  ['interface ReadOptions { a?: string }', 'interface ReadOptions { a?: string; b: string }'],
])('%s may not become %s', (before, now) => {
  expect(isAddition(before, now)).toBe(false);
});
