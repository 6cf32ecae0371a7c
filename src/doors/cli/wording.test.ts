import { expect, it } from 'vitest';
import { amount } from '../../core/text/amount.ts';
import { localTime, shortPath } from './wording.ts';

it('a time without a zone is the same moment as in UTC, and what is no time is nothing', () => {
  expect(localTime('2026-11-15T07:08:00')).toBe(localTime('2026-11-15T07:08:00Z'));
  expect(localTime('2026-11-15T07:08:00')).toMatch(/^2026-11-1[45] \d\d:\d\d$/);
  expect(localTime(Date.UTC(2026, 10, 15, 7, 8))).toBe(localTime('2026-11-15T07:08:00Z'));
  for (const none of [undefined, 0, 'yesterday', Number.NaN, 1e300]) expect(localTime(none)).toBe('');
});

it('counts have their noun in the right number, and groups of three', () => {
  expect([amount(0, 'file'), amount(1, 'file'), amount(12345, 'file')]).toEqual(['0 files', '1 file', '12,345 files']);
});

it('the home is a tilde, and a folder that only begins like it is not', () => {
  expect(shortPath('/home/user/project', '/home/user')).toBe('~/project');
  expect(shortPath('/home/user2', '/home/user')).toBe('/home/user2');
  expect(shortPath('/home/user', '/home/user')).toBe('~');
});
