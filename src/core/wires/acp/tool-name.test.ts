import { expect, it } from 'vitest';
import { toolName } from './tool-name.ts';

const named = (toolCallId: string) => toolName({ toolCallId, kind: 'read', told: undefined, titled: undefined });

it('an id that begins with the name of the tool twice tells it', () => {
  expect(named('read_file__read_file_1794819866853_0')).toBe('read_file');
  expect(named('read_file__write_file_1794819866853_0')).toBe('read');
});

it('a long row of one letter is read in time that grows with its length alone', () => {
  for (const letter of ['_', 'a', '-']) expect(named(letter.repeat(1_000_000))).toBe('read');
});
