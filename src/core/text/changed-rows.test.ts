import { diffWordsWithSpace, structuredPatch } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedRows } from './changed-rows.ts';
import { diffTexts } from './diff-lines.ts';

const someText = fc
  .array(fc.constantFrom('a', 'b', 'c', '', ' x', 'a\r'), { maxLength: 40 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));

it('gives the rows of a patch as the package writes one', () => {
  fc.assert(
    fc.property(someText, someText, fc.constantFrom(4, 1000), (before, after, maxEditLength) => {
      const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength });
      const hunks = patch?.hunks.map(({ lines }) => lines.filter((line) => !line.startsWith('\\')));
      expect(changedRows(before, after, maxEditLength)).toEqual(
        hunks?.flatMap((lines, index) => (index === 0 ? lines : ['@@', ...lines])),
      );
    }),
    { numRuns: 2000 },
  );
});

it('marks the words that the package finds changed', () => {
  const word = fc.constantFrom(
    'one',
    'two',
    'drei',
    'größe',
    'ǆ',
    '日本',
    '\u{1F600}',
    '_x1',
    ' ',
    '\t',
    '  ',
    '-',
    '(',
    '×',
  );
  const line = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => `same words stay here ${words.join('')}`);
  fc.assert(
    fc.property(line, line, (before, after) => {
      const [deleted, added] = diffTexts(before, after);
      if (!deleted?.marks || !added?.marks) return;
      const parts = diffWordsWithSpace(before, after);
      const textsOf = (marks: readonly (readonly [number, number])[], text: string) =>
        marks.map(([start, end]) => text.slice(start, end));
      expect(textsOf(deleted.marks, before)).toEqual(parts.filter((part) => part.removed).map(({ value }) => value));
      expect(textsOf(added.marks, after)).toEqual(parts.filter((part) => part.added).map(({ value }) => value));
    }),
    { numRuns: 2000 },
  );
});
