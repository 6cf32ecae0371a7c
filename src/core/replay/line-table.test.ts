import { describe, expect, it } from 'vitest';
import { BLANK } from './align.ts';
import { createLineTable } from './line-table.ts';

describe('a table of lines', () => {
  const table = createLineTable();
  const squeezed = (line: string) => table.squeezedOf(table.lines(line)[0] ?? 0);

  it.each(['', '\n', 'a', 'a\n', 'a\r\nb\r\n', '\ta\n\n  b', '🐍\n\u2028x'])('gives back %j byte for byte', (text) => {
    expect(table.text(table.lines(text))).toBe(text);
  });

  it('lines that differ in white space alone are one line to a formatter', () => {
    expect(squeezed('\tif (a  ==  b) {')).toBe(squeezed('  if (a == b) {\r'));
    expect(squeezed(' \t ')).toBe(BLANK);
  });

  it('a line tells by three letters or digits of any script', () => {
    const isTelling = (line: string) => table.isTelling(squeezed(line));
    expect(['});', 'a b', '', '// --'].map(isTelling)).toEqual([false, false, false, false]);
    expect(['end', 'a1b', 'été', '変数名'].map(isTelling)).toEqual([true, true, true, true]);
  });

  it('names of objects are lines as others', () => {
    expect(table.text(table.lines('__proto__\ntoString'))).toBe('__proto__\ntoString');
  });
});
