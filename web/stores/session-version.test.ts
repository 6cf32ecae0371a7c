import { expect, it } from 'vitest';
import { sessionVersion } from './session-version.ts';

const head = { key: 'codex/a', lastAt: 1, turns: 1, messages: 2, errors: 0, problems: 0 };
const version = sessionVersion({ head, counts: {}, files: [] });

it.each([
  ['a message at the same time', { head: { ...head, messages: 3 }, counts: {}, files: [] }],
  ['an error without a time', { head: { ...head, errors: 1 }, counts: {}, files: [] }],
  ['another call', { head, counts: { command: 1 }, files: [] }],
  ['an edit of a file', { head, counts: {}, files: [{ path: 'a', add: 1, del: 0 }] }],
])('%s is another version of a session', (_, told) => {
  expect(sessionVersion(told)).not.toBe(version);
});

it('the same session told again is the same version', () => {
  expect(sessionVersion({ head: { ...head }, counts: {}, files: [] })).toBe(version);
});
