import { isSecret, markName } from '../named-secret.ts';
import type { Strength } from '../names.ts';
import { isLetterOrDigit } from '../scan/borders.ts';
import { contextHit, type Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import { type Cell, cellsOf, headStart, lineFrom, type TableForm, tableForm } from './table-lines.ts';

/** Longer lines are no heads of tables. */
const LONGEST_HEAD = 2000;
/** A name of a column: words, perhaps with a remark. */
const heading = () => /^[\p{L}_*#$(][\p{L}\d _.*#$()/-]{0,60}$/u;
/** What follows a heading: a delimiter, a quote, or the end of the line. */
const BESIDE = /[,;|\t│"'`*\\\n\r]| {1,40}[|│\n]/y;

/** A column whose values its heading says to be secret. */
interface SecretColumn {
  index: number;
  name: string;
  strength: Strength;
}

/**
 * The values below a heading that tells: CSV, tables of Markdown, of `psql` and `mysql`. No line is read as part of two
 * tables, so the cost is that of one look at each line.
 */
export function columns(reading: Reading, at: number, judge: (name: string) => Strength): Hit[] | undefined {
  const { text } = reading;
  if (at < reading.tableEnd || !mayBeHeading(text, at)) return undefined;
  reading.tableEnd = at + 1;
  const start = headStart(text, at);
  if (start === -1) return undefined;
  const head = lineFrom(reading, start, undefined);
  if (head.end - head.start > LONGEST_HEAD || head.end < at || head.next >= text.length) return undefined;
  reading.tableEnd = head.next;
  const form = tableForm(text, head);
  if (!form || (isFrame(form) && !lineFrom(reading, head.next, form).isRule)) return undefined;
  const secret = secretColumns(text, cellsOf(text, head.start, head.end, form), judge);
  return secret.length === 0 ? undefined : below(reading, form, secret, at);
}

function mayBeHeading(text: string, at: number): boolean {
  let end = at;
  while (end - at < 64 && isHeadingCharacter(text.charCodeAt(end))) end += 1;
  BESIDE.lastIndex = end;
  return BESIDE.test(text);
}

/** Such a table has a rule below its head. */
function isFrame({ delimiter }: TableForm): boolean {
  return delimiter === '|' || delimiter === '│';
}

function isHeadingCharacter(code: number): boolean {
  return isLetterOrDigit(code) || code === 0x5f || code === 0x2d || code === 0x2e;
}

function secretColumns(text: string, cells: readonly Cell[], judge: (name: string) => Strength): SecretColumn[] {
  const names = cells.map(({ start, end }) => text.slice(start, end));
  // Not more than a column without a heading, as a table with numbered rows has it.
  if (names.length < 2 || names.filter((name) => !heading().test(name)).length > (names[0] === '' ? 1 : 0)) return [];
  return names.flatMap((name, index) => {
    const strength = judge(name);
    return strength === 0 ? [] : [{ index, name, strength }];
  });
}

/** Behind the last bar of a row other text may stand. */
function isRow(cells: number, form: TableForm): boolean {
  return cells === form.columns || (isFrame(form) && cells > form.columns);
}

function below(reading: Reading, form: TableForm, secret: readonly SecretColumn[], from: number): Hit[] | undefined {
  const { text, level } = reading;
  const hits: Hit[] = [];
  for (let at = reading.tableEnd; at < text.length; ) {
    const line = lineFrom(reading, at, form);
    const cells = line.isRule ? [] : cellsOf(text, line.start, line.end, form);
    if (!line.isRule && !isRow(cells.length, form)) break;
    reading.tableEnd = line.next;
    for (const { index, name, strength } of secret) {
      const { start, end } = cells[index] ?? { start: 0, end: 0 };
      const value = text.slice(start, end);
      if (value !== '' && isSecret(name, value, strength, 'setting', level))
        hits.push(contextHit(from, start, end, markName(name, value, false, false)));
    }
    if (line.next <= at) break;
    at = line.next;
  }
  return hits.length === 0 ? undefined : hits;
}
