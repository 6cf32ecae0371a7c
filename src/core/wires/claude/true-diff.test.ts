import { describe, expect, it } from 'vitest';
import { trueDiff } from './true-diff.ts';

/** A patch as Claude Code writes it: each tab is two blanks. */
const patch = (oldStart: number, ...lines: string[]) => [
  { oldStart, oldLines: 0, newStart: oldStart, newLines: 0, lines: lines.map((line) => line.replaceAll('\t', '  ')) },
];
const edit = (old: string, next: string) => [{ old, new: next, all: false }];

describe('the diff of a change of Claude Code', () => {
  const before = 'func a() {\n\tone()\n\ttwo()\n}\n';

  it('has the tabs of the file, which the patch tells as blanks', () => {
    const told = patch(1, ' func a() {', '-\tone()', '+\tnew()', ' \ttwo()', ' }');
    const diff = '@@ -1,4 +1,4 @@\n func a() {\n-\tone()\n+\tnew()\n \ttwo()\n }\n';
    expect(trueDiff(told, { before, edits: edit('\tone()', '\tnew()') })).toBe(diff);
    expect(trueDiff(told, { before, written: before.replace('one', 'new'), edits: [] })).toBe(diff);
  });

  it('has the line ends of the file', () => {
    const told = patch(1, '-a', '+b');
    expect(trueDiff(told, { before: 'a\r\n', edits: edit('a', 'b') })).toBe('@@ -1,1 +1,1 @@\n-a\r\n+b\r\n');
  });

  it('without the file, has the lines of the edit and none that may hold tabs', () => {
    const told = patch(10, ' }', ' \tzero()', '-\tone()', '+\tnew()', ' \ttwo()', ' }');
    expect(trueDiff(told, { edits: edit('\tone()', '\tnew()') })).toBe('@@ -12,1 +12,1 @@\n-\tone()\n+\tnew()\n');
  });

  it('without the file, keeps lines around the edit where the edit shows that the file has blanks', () => {
    const told = patch(10, '   zero()', '-  one()', '+  new()');
    expect(trueDiff(told, { edits: edit('  one()', '  new()') })).toBe(
      '@@ -10,2 +10,2 @@\n   zero()\n-  one()\n+  new()\n',
    );
  });

  it('is none where nothing shows what a changed line was', () => {
    expect(trueDiff(patch(10, '-\told(x)', '+\told(y)'), { edits: edit('x', 'y') })).toBeUndefined();
  });

  it('does not take lines from a file that is another', () => {
    const told = patch(1, '-\tone()', '+\tnew()');
    const texts = { before: '\tother()\n', edits: edit('\tone()', '\tnew()') };
    expect(trueDiff(told, texts)).toBe('@@ -1,1 +1,1 @@\n-\tone()\n+\tnew()\n');
  });

  it.each<unknown>([
    undefined,
    null,
    [],
    'x',
    [null],
    [{ lines: 'x' }],
    [{ oldStart: -1, newStart: 1, lines: [] }],
    [{ oldStart: { toString: 0 }, newStart: 1, lines: ['+x'] }],
    [{ oldStart: 1, newStart: 1, lines: ['+x', 5] }],
  ])('is none for a patch like %j', (told) => {
    expect(trueDiff(told, { before, edits: [] })).toBeUndefined();
  });
});
