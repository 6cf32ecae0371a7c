import { expect, it } from 'vitest';
import { sessionVersion } from './session-version.ts';

const head = { key: 'codex/a', lastAt: 1, turns: 1, messages: 2, errors: 0, problems: 0 };
const version = sessionVersion({ head, counts: {}, files: [], children: [] });

it.each([
  ['a message at the same time', { head: { ...head, messages: 3 }, counts: {}, files: [], children: [] }],
  ['an error without a time', { head: { ...head, errors: 1 }, counts: {}, files: [], children: [] }],
  ['another call', { head, counts: { command: 1 }, files: [], children: [] }],
  ['an edit of a file', { head, counts: {}, files: [{ path: 'a', add: 1, del: 0 }], children: [] }],
  ['a line of a sub-agent', { head, counts: {}, files: [], children: [{ key: 'codex/b', lastAt: 1, messages: 2 }] }],
])('%s is another version of a session', (_, told) => {
  expect(sessionVersion(told)).not.toBe(version);
});

it('the same session told again is the same version', () => {
  expect(sessionVersion({ head: { ...head }, counts: {}, files: [], children: [] })).toBe(version);
});
