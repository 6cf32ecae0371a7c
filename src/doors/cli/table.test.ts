import { expect, it } from 'vitest';
import { textWidth } from '../../core/text/text-layout.ts';
import { createStyle, type Screen } from './screen.ts';
import { type Column, noteBelow, renderTable } from './table.ts';

interface Row {
  name: string;
  path: string;
  count: number;
}

const rows: Row[] = [
  { name: 'one', path: '/a/rather/long/path/to/a/file.jsonl', count: 7 },
  { name: '日本', path: '/b.jsonl', count: 1234 },
];
const columns: Column<Row>[] = [
  { title: 'name', text: ({ name }) => name },
  { title: 'path', text: ({ path }) => path, least: 8, shorten: 'start' },
  { title: 'count', text: ({ count }) => String(count), isCount: true, drop: 1 },
];
const screen = (width: number): Screen => ({ columns: width, style: createStyle(false) });

it('aligns its columns, counts to the right', () => {
  expect(renderTable(rows, columns, screen(80))).toBe(
    [
      'name  path                                 count',
      'one   /a/rather/long/path/to/a/file.jsonl      7',
      '日本  /b.jsonl                              1234',
    ].join('\n'),
  );
});

it('shortens what may be shortened, then leaves columns out, and fits the screen', () => {
  expect(renderTable(rows, columns, screen(24))).toBe(
    ['name  path         count', 'one   …file.jsonl      7', '日本  /b.jsonl      1234'].join('\n'),
  );
  expect(renderTable(rows, columns, screen(16))).toBe(['name  path', 'one   …ile.jsonl', '日本  /b.jsonl'].join('\n'));
  for (const width of [16, 20, 40, 60]) {
    const lines = renderTable(rows, columns, screen(width)).split('\n');
    expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
  }
});

it('wraps the sentence below it at words, and only where the screen has a width', () => {
  const note = 'the last 30 days; --since WHEN shows others';
  expect(noteBelow(note, screen(24))).toBe('the last 30 days;\n  --since WHEN shows\n  others');
  expect(noteBelow(note, screen(Number.POSITIVE_INFINITY))).toBe(note);
});

it('cuts nothing where the screen has no width, and one long cell does not make all rows long', () => {
  const path = 'x'.repeat(100_000);
  const text = renderTable([...rows, { name: 'big', path, count: 1 }], columns, screen(Number.POSITIVE_INFINITY));
  expect(text).toContain(path);
  expect(text.length).toBeLessThan(path.length + 1000);
});

it('no text can leave its row or speak to the terminal', () => {
  const text = renderTable([{ name: 'a\nb\x1b[2J', path: '\t', count: 0 }], columns, screen(80));
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain('a\\nb\\x1b[2J');
});
