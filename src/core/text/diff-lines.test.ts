import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import { diffTexts, parseDiff } from './diff-lines.ts';
import { diffNodes } from './diff-nodes.ts';
import { toHtml } from './to-html.ts';

describe('a diff', () => {
  it('has the numbers of its lines, where its hunks say them', () => {
    expect(parseDiff('--- a/x\n+++ b/x\n@@ -3,2 +3,2 @@ f()\n a\n-b\n+c\n')).toEqual([
      { kind: 'hunk', text: '@@ -3,2 +3,2 @@ f()', skipped: 2 },
      { kind: 'same', text: 'a', before: 3, after: 3 },
      { kind: 'delete', text: 'b', before: 4 },
      { kind: 'add', text: 'c', after: 4 },
    ]);
    expect(parseDiff('@@ class A\n-b')).toEqual([
      { kind: 'hunk', text: '@@ class A' },
      { kind: 'delete', text: 'b', before: undefined },
    ]);
  });

  it('says how many lines are left out above a hunk, where the numbers tell it', () => {
    const diff =
      '@@ -62,2 +62,2 @@ feed(chunk)\n a\n-b\n+c\n@@ -65 +65 @@\n-d\n@@ -66 +65 @@\n-e\n@@ -9 +9 @@\n-f\n@@ g\n-h';
    const heads = parseDiff(diff).filter(({ kind }) => kind === 'hunk');
    expect(heads.map(({ skipped }) => skipped)).toEqual([61, 1, 0, undefined, undefined]);
    expect(toHtml([diffNodes(heads)]).match(/(?<=<td>)[^<]*/g)).toEqual([
      '@@ 61 lines unchanged · feed(chunk)',
      '@@ 1 line unchanged',
      '@@ no line left out',
      '@@ -9 +9 @@',
      '@@ g',
    ]);
  });

  it('does not take deleted lines for its heading', () => {
    expect(parseDiff('--- a comment\n+++ another').map(({ kind }) => kind)).toEqual(['delete', 'add']);
  });

  it('marks the words that changed, where a line has something left', () => {
    const [deleted, added] = parseDiff('-return keep(chunk.subarray(start));\n+return keep(chunk, start);');
    const marked = (line: typeof added) => line?.marks?.map(([start, end]) => line.text.slice(start, end));
    expect(marked(deleted)?.join('')).toContain('.subarray(');
    expect(marked(added)?.join('')).toContain(', ');
    expect(parseDiff('-completely\n+different')[0]?.marks).toBeUndefined();
  });

  it('is made of what a text was and is', () => {
    expect(diffTexts('a\nb\nc\n', 'a\nx\nc\n').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same a',
      'delete b',
      'add x',
      'same c',
    ]);
    expect(diffTexts('', 'a\n')).toEqual([{ kind: 'add', text: 'a' }]);
    expect(diffTexts('a', 'a')).toEqual([]);
  });

  it('of more lines has lines only', () => {
    const long = 'a b c d\n'.repeat(limits.maxWordDiffLines);
    const lines = diffTexts(long, long.replaceAll('d', 'e'));
    expect(lines).toHaveLength(2 * limits.maxWordDiffLines);
    expect(lines.every(({ marks }) => marks === undefined)).toBe(true);
    expect(parseDiff('-a b c\n+a b d\n'.repeat(limits.maxWordDiffLines)).every(({ marks }) => !marks)).toBe(true);
  });

  it('becomes a table in which marks and colours cut each other', () => {
    const lines = parseDiff('@@ -1 +1 @@\n-a = one two\n+a = one three');
    const tokenize = (code: string) =>
      code.split('\n').map((text) => [{ text: text.slice(0, 6), kind: 'keyword' as const }, { text: text.slice(6) }]);
    expect(toHtml([diffNodes(lines, { language: 'x', tokenize })])).toBe(
      '<table class="diff" tabindex="0"><tbody><tr class="hunk"><td class="number"></td><td class="number"></td><td>@@ no line left out</td></tr>' +
        '<tr class="delete"><td class="number">1</td><td class="number"></td><td><span class="sign">- </span><span class="keyword">a = on</span>e <mark>two</mark></td></tr>' +
        '<tr class="add"><td class="number"></td><td class="number">1</td><td><span class="sign">+ </span><span class="keyword">a = on</span>e <mark>three</mark></td></tr></tbody></table>',
    );
  });
});
