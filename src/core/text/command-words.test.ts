import { describe, expect, it } from 'vitest';
import { isCommandId, isCommandPath } from './command-words.ts';

describe('an id in a command', () => {
  it.each(['0199f2a4-1b2c-7d3e-8f90-123456789abc', 'ses_6f1d', 'T-12.a', 'thread@2:b', '7', 'a'.repeat(128)])(
    'may be %s',
    (id) => {
      expect(isCommandId(id)).toBe(true);
    },
  );

  it.each([
    '',
    'last',
    '-c',
    '--dangerously-bypass-approvals-and-sandbox',
    '-cnotify=["sh","-c","touch x"]',
    ' a',
    'a b',
    'a\n',
    'a\nrm',
    'a;rm',
    '$(id)',
    '`id`',
    '~root',
    '/etc/passwd',
    'node_modules/.bin/x',
    '../x',
    'é',
    'ａ',
    'a\u001b[2J',
    'a\u009b',
    'a\u202e',
    '%PATH%',
    'a!b',
    'a'.repeat(129),
    'a'.repeat(100_000),
  ])('is never %j', (id) => {
    expect(isCommandId(id)).toBe(false);
  });
});

describe('a folder in a command', () => {
  it.each(['/', "/home/it's mine/$HOME/`x`/!!", 'C:\\Users\\me', 'C:/x', '/ü/日本'])('may be %s', (path) => {
    expect(isCommandPath(path)).toBe(true);
  });

  it.each([
    '',
    '-',
    '-P',
    '~',
    'relative',
    './x',
    '/a\nrm -rf ~',
    '/a\tb',
    '/a\u001b[201~',
    '/a\u009b',
    '/a\u202eb',
    '/a\0',
  ])('is never %j', (path) => {
    expect(isCommandPath(path)).toBe(false);
  });

  it('is never longer than any system takes', () => {
    expect(isCommandPath(`/${'a'.repeat(4095)}`)).toBe(true);
    expect(isCommandPath(`/${'a'.repeat(4096)}`)).toBe(false);
  });
});
