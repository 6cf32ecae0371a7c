import { expect, it } from 'vitest';
import type { FileOp } from './file-op.ts';
import { writtenLines } from './written-lines.ts';

const place = { at: 1, turn: 1, call: 'c', line: 1 };

it('lines are told squeezed and once, and short ones not at all', () => {
  const content = '\tconst  one = 1;\n}\n\nconst one = 1;\r\nreturn two;\n';
  const op: FileOp = { ...place, kind: 'write', path: '/a', content };
  expect(writtenLines(op)).toEqual(['const one = 1;', 'return two;']);
});

it('what was there before is not written', () => {
  const edits = [{ old: 'the old line\nkept line', new: 'kept line\nthe new line', all: false }];
  expect(writtenLines({ ...place, kind: 'edit', path: '/a', edits })).toEqual(['the new line']);
  const hunks = [{ before: ['shown line'], after: ['shown line', 'added line'] }];
  expect(writtenLines({ ...place, kind: 'patch', path: '/a', hunks })).toEqual(['added line']);
  const write: FileOp = { ...place, kind: 'write', path: '/a', content: 'one line\ntwo lines', before: 'one line\n' };
  expect(writtenLines(write)).toEqual(['two lines']);
});

it('an operation without a text writes no line', () => {
  expect(writtenLines({ ...place, kind: 'move', path: '/a', to: '/b' })).toEqual([]);
  expect(writtenLines({ ...place, kind: 'shell', command: 'make', commits: [] })).toEqual([]);
});
