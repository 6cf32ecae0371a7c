import { basename } from 'node:path';
import { amount } from '../../../core/text/amount.ts';
import { clipEnd, padEnd, padStart, textWidth, wrapText } from '../../../core/text/text-layout.ts';
import { ThreadlineError } from '../../../errors.ts';
import { type FileReport, type FoundProblem, NameCounts } from '../../../machine/sessions/survey/file-report.ts';
import type { Output } from '../output.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { terminalLine } from '../terminal-text.ts';
import { shortPath } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';

export interface ReportPrinter {
  /** The number of a file's problems that it can use. */
  keptProblems: number;
  add(found: FileReport): Promise<void>;
  end(): Promise<void>;
}

/** More than a screenful helps nobody. `--json` has them all. */
const SHOWN_DETAILS = 20;
/** With more files than this, only files with findings are listed. */
const SHOWN_FILES = 20;
/** The version is the agent's own text and may be anything. */
const MOST_VERSION_WIDTH = 14;
/** A longer path is cut to the part that tells the file from others. */
const SHORT_PATH_WIDTH = 40;

/** `{"files":[…]}`, a file a line. Each file is written when it is done, so that many of them need no memory. */
export function createJsonPrinter(output: Output): ReportPrinter {
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  let isFirst = true;
  output.append('{"files":[\n');
  return {
    keptProblems: Number.POSITIVE_INFINITY,
    async add(found) {
      const text = encode(found);
      if (text === undefined) throw new ThreadlineError('write-failed', `${found.path} has too many problems to list`);
      output.append(`${isFirst ? '' : ','}${text}\n`);
      isFirst = false;
      await output.flush();
    },
    async end() {
      output.append(']}\n');
      await output.flush();
    },
  };
}

/** One line for each broken rule, with the file's name if there are several. */
export function createRulesPrinter(output: Output): ReportPrinter {
  const reports: FileReport[] = [];
  return {
    keptProblems: 0,
    async add(found) {
      reports.push(found);
    },
    async end() {
      for (const found of reports) {
        const path = reports.length > 1 ? `${shortPath(found.path)}: ` : '';
        for (const line of ruleLines(found)) output.append(`${terminalLine(path)}${line}\n`);
      }
      await output.flush();
    },
  };
}

function ruleLines({ brokenRules = [] }: FileReport): string[] {
  return brokenRules.map(({ rule, message }) => terminalLine(`${rule}: ${message}`));
}

/** For people: the answer first, then a table of the files, and details where there are any. */
export function createTextPrinter(output: Output, screen: Screen, isVerbose: boolean): ReportPrinter {
  const reports: FileReport[] = [];
  const extraFields = new NameCounts();
  return {
    keptProblems: SHOWN_DETAILS,
    async add(found) {
      reports.push(found);
      extraFields.addAll(found.extraFields);
    },
    async end() {
      if (reports.length === 0) return;
      const isListed = (found: FileReport) => isVerbose || reports.length <= SHOWN_FILES || found.isNoteworthy;
      const listed = reports.filter(isListed);
      const left = reports.length - listed.length;
      const blocks = [
        answer(reports, extraFields, isVerbose, screen),
        listed.length > 0 ? renderTable(listed, columnsFor(listed, screen), screen) : '',
        left > 0
          ? screen.style.dim(`${amount(left, 'file')} without a problem ${left === 1 ? 'is' : 'are'} not listed (-v)`)
          : '',
        ...reports.map((found) => fileDetails(found, screen)),
        ...reports.flatMap(ruleLines),
        isVerbose ? nameLines('fields kept as extra, of all files', extraFields, screen).join('\n') : '',
      ];
      output.append(`${blocks.filter((block) => block !== '').join('\n\n')}\n`);
      await output.flush();
    },
  };
}

/** The answer to what most people want to know: is anything broken or unknown? */
function answer(
  reports: readonly FileReport[],
  extraFields: NameCounts,
  isVerbose: boolean,
  { columns, style }: Screen,
): string {
  const sum = (count: (found: FileReport) => number) => reports.reduce((total, found) => total + count(found), 0);
  const problems = sum((found) => found.problemCount);
  const kinds = sum((found) => found.unknownKinds);
  const foreign = reports.filter((found) => found.isUnrecognised).length;
  const findings = [amount(problems, 'problem'), amount(kinds, 'unknown kind')];
  if (foreign > 0) findings.push(`${amount(foreign, 'file')} that no dialect recognises`);
  const lines = sum((found) => found.lines);
  const read = `${amount(reports.length, 'file')}, ${amount(lines, 'line')}: ${findings.join(', ')}`;
  const hint = isVerbose ? '' : ', listed by -v';
  const extra = extraFields.size === 0 ? '' : `; ${amount(extraFields.size, 'field')} kept as extra (normal)${hint}`;
  const paint = problems > 0 || foreign > 0 ? style.failure : kinds > 0 ? style.warning : style.success;
  // On one line if it fits, else each half on its own.
  if (textWidth(read + extra) <= columns) return paint(read) + extra;
  return [...wrapText(read, columns).map(paint), ...wrapText(extra.slice('; '.length), columns)].join('\n').trimEnd();
}

function columnsFor(listed: readonly FileReport[], screen: Screen): Column<FileReport>[] {
  const hasVersions = listed.some((found) => found.version !== null);
  const count = (
    title: string,
    value: (found: FileReport) => number,
    drop?: number,
    alarm?: 'failure' | 'warning',
  ): Column<FileReport> => ({
    title,
    text: (found) => String(value(found)),
    isCount: true,
    ...(drop === undefined ? {} : { drop }),
    paint(text, found, style) {
      if (alarm === undefined) return text;
      return value(found) > 0 ? style[alarm](text) : style.dim(text);
    },
  });
  const version: Column<FileReport> = {
    title: 'version',
    text: (found) => found.version ?? '-',
    most: MOST_VERSION_WIDTH,
    drop: 2,
  };
  return [
    { title: 'file', text: (found) => fileLabel(found.path, screen), least: 16 },
    { title: 'wire', text: (found) => (found.isEmpty ? '-' : found.wire), drop: 1 },
    ...(hasVersions ? [version] : []),
    count('lines', (found) => found.lines, 3),
    count('events', (found) => found.events, 4),
    count('problems', (found) => found.problemCount, undefined, 'failure'),
    count('unknown', (found) => found.unknownKinds, undefined, 'warning'),
    count('extra', (found) => found.extraFields.size, 5),
  ];
}

/** The label of a file: its path. A long one becomes its name, from the date on if it has one. */
function fileLabel(path: string, { columns }: Screen): string {
  const short = shortPath(path);
  if (!Number.isFinite(columns) || textWidth(short) <= SHORT_PATH_WIDTH) return short;
  const name = basename(path);
  const date = name.search(/\d{4}-\d{2}-\d{2}[T_ ]\d{2}/);
  return date === -1 ? name : name.slice(date);
}

/** The details of a file beyond its row; empty if there are none. */
function fileDetails(found: FileReport, screen: Screen): string {
  const lines = [
    ...problemLines(found, screen),
    ...nameLines('unknown events', found.unknownEvents, screen),
    ...nameLines('unknown items', found.unknownItems, screen),
    ...warningLines(found, screen),
  ];
  return lines.length === 0 ? '' : [screen.style.bold(terminalLine(found.path)), ...lines].join('\n');
}

function problemLines({ problems, problemCount }: FileReport, screen: Screen): string[] {
  if (problemCount === 0) return [];
  const shown = problems.slice(0, SHOWN_DETAILS);
  const lineWidth = widest(shown.map(({ line }) => String(line)));
  const codeWidth = widest(shown.map(({ code }) => code));
  const row = ({ line, code, message }: FoundProblem) =>
    `line ${padStart(String(line), lineWidth)}  ${padEnd(code, codeWidth)}  ${message}`;
  return section('problems', shown.map(row), problemCount, screen);
}

function warningLines({ warnings = [] }: FileReport, screen: Screen): string[] {
  return warnings.length === 0 ? [] : section('warnings', warnings.slice(0, SHOWN_DETAILS), warnings.length, screen);
}

/** The most frequent first. Ties are in the order of their appearance. */
function nameLines(title: string, counts: NameCounts, screen: Screen): string[] {
  if (counts.size === 0) return [];
  const sorted = counts.entries().sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, title.startsWith('fields') ? sorted.length : SHOWN_DETAILS);
  const countWidth = widest(shown.map(([, count]) => String(count)));
  const rows = shown.map(([name, count]) => `${padStart(String(count), countWidth)} × ${name}`);
  return section(title, rows, counts.size, screen);
}

function section(title: string, rows: readonly string[], total: number, { columns, style }: Screen): string[] {
  const indented = rows.map((row) => `    ${clipEnd(terminalLine(row), columns - 4)}`);
  const rest = total - rows.length;
  return [`  ${title}`, ...indented, ...(rest > 0 ? [style.dim(`    … and ${rest} more`)] : [])];
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0);
}
