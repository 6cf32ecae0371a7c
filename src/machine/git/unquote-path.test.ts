import { expect, it } from 'vitest';
import { unquotePath } from './unquote-path.ts';

it.each([
  ['src/a b.ts', 'src/a b.ts'],
  ['"a\\"b"', 'a"b'],
  ['"a\\\\b\\tc\\n"', 'a\\b\tc\n'],
  ['"\\303\\274\\001"', 'ü\u0001'],
  ['"🐍\\""', '🐍"'],
  ['"', '"'],
  ['""', ''],
  ['"constructor\\', '"constructor\\'],
])('%j is the path %j', (written, path) => {
  expect(unquotePath(written)).toBe(path);
});
