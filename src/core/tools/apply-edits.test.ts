import { describe, expect, it } from 'vitest';
import { applyEdits, applyHunks } from './apply-edits.ts';
import { patchHunks } from './patch-hunks.ts';

const edit = (old: string, next: string, all = false) => [{ old, new: next, all }];

describe('applyEdits', () => {
  it('replaces the first place, or all of them', () => {
    expect(applyEdits('a a a', edit('a', 'b'))).toBe('b a a');
    expect(applyEdits('a a a', edit('a', 'b', true))).toBe('b b b');
  });

  it('writes signs of patterns as they are', () => {
    expect(applyEdits('x', edit('x', '$& $1 $$'))).toBe('$& $1 $$');
    expect(applyEdits('x', edit('x', '$& $1 $$', true))).toBe('$& $1 $$');
  });

  it('says that an edit does not fit', () => {
    expect(applyEdits('a', edit('b', 'c'))).toBeUndefined();
    expect(applyEdits('a', [...edit('a', 'b'), ...edit('a', 'c')])).toBeUndefined();
  });

  it('a line that is taken out goes with its line end', () => {
    expect(applyEdits('a\nb\nc\n', edit('b', ''))).toBe('a\nc\n');
    expect(applyEdits('a\nb\nc\n', edit('b\n', ''))).toBe('a\nc\n');
  });

  it('an empty text before makes a new file, and never touches one with words', () => {
    expect(applyEdits('', edit('', 'a'))).toBe('a');
    expect(applyEdits('words', edit('', 'a'))).toBeUndefined();
  });
});

describe('applyHunks', () => {
  const apply = (text: string, diff: string) => applyHunks(text, patchHunks(diff));

  it('places hunks by their numbers, though the same lines stand before', () => {
    expect(apply('x\na\nx\nb\n', '@@ -3,1 +3,1 @@\n-x\n+y\n')).toBe('x\na\ny\nb\n');
  });

  it('places hunks without numbers one after the other', () => {
    expect(apply('a\nx\nb\nx\n', '@@\n-x\n+1\n@@\n-x\n+2\n')).toBe('a\n1\nb\n2\n');
  });

  it('finds lines that have moved, and lines that differ in blanks at their end', () => {
    expect(apply('new\nnew\na\n', '@@ -1,1 +1,1 @@\n-a\n+b\n')).toBe('new\nnew\nb\n');
    expect(apply('a  \nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n+c\n')).toBe('a  \nc\n');
  });

  it('says that a hunk does not fit', () => {
    expect(apply('a\n', '@@ -1 +1 @@\n-b\n+c\n')).toBeUndefined();
  });

  it('adds lines where nothing stands before', () => {
    expect(apply('', '@@ -0,0 +1,2 @@\n+a\n+b\n')).toBe('a\nb\n');
  });
});

describe('patchHunks', () => {
  it('passes over headings and the mark of a missing line end', () => {
    const diff = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ func f()\n a\n-b\n+c\n\\ No newline at end of file\n';
    expect(patchHunks(diff)).toEqual([{ before: ['a', 'b'], after: ['a', 'c'], start: 1 }]);
  });

  it('reads hunks without numbers', () => {
    expect(patchHunks('@@ class A\n-b\n+c')).toEqual([{ before: ['b'], after: ['c'], start: undefined }]);
  });

  it.each(['', '@@', 'nothing\nhere', '@@ -999999999999,1 +1 @@'])('finds no hunk in %j', (diff) => {
    expect(patchHunks(diff)).toEqual([]);
  });
});
