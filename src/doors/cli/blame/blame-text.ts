import type { Redactor } from '../../../core/redact/index.ts';
import type { UnknownReason } from '../../../core/replay/blame-file.ts';
import { amount } from '../../../core/text/amount.ts';
import { clipEnd } from '../../../core/text/text-layout.ts';
import type { BlamedLine, Blamer } from '../../../machine/provenance/blame.ts';
import type { Screen } from '../screen.ts';
import { terminalLine } from '../terminal-text.ts';

const SHORT_ID = 8;
const WIDEST_NAME = 44;
const LONGEST_PROMPT = 300;

const REASONS: Record<UnknownReason, string> = {
  ambiguous: 'several sessions wrote it',
  weak: 'too little tells',
  'between-sessions': 'changed between calls',
  'after-shell': 'changed by a command',
  'before-session': 'older than the sessions',
  'file-unknown': 'no session has the file',
  'no-commit': 'not committed',
};

/** The lines of a file, each behind its writer, and how many are known. */
export function linesText(path: string, lines: readonly BlamedLine[], screen: Screen, redactor: Redactor): string {
  const { columns, style } = screen;
  const width = String(lines.at(-1)?.line ?? 1).length;
  const names = lines.map(whoWrote);
  const widest = Math.min(WIDEST_NAME, Math.max(0, ...names.map(({ length }) => length)));
  const rows = lines.map((line, index) => {
    const who = `${String(line.line).padStart(width)}  ${clipEnd(names[index] ?? '', widest).padEnd(widest)}`;
    const text = clipEnd(terminalLine(redactor.text(line.text)), Math.max(20, columns - who.length - 3));
    return `${style.dim(terminalLine(who))} │ ${text}\n`;
  });
  const counts = new Map<string, number>();
  for (const { level } of lines) counts.set(level, (counts.get(level) ?? 0) + 1);
  const told = [...counts].map(([level, count]) => `${count} ${level === 'unknown' ? 'not known' : level}`).join(', ');
  const sum = `${amount(lines.length, 'line')}${told === '' ? '' : `: ${told}`}`;
  return `${style.bold(terminalLine(path))}\n${rows.join('')}${committersText(lines)}${style.dim(sum)}\n`;
}

function whoWrote({ writer, level, why = 'weak' }: BlamedLine): string {
  if (!writer) return `not known: ${REASONS[why]}`;
  return `${writer.session.agent}:${writer.session.id.slice(0, SHORT_ID)} turn ${writer.turn}  ${level}`;
}

/** Sessions that others name for lines of these. */
function committersText(lines: readonly BlamedLine[]): string {
  const found = new Map<string, number>();
  for (const { committedBy } of lines) {
    if (!committedBy) continue;
    const key = `${committedBy.agent ?? 'session'}:${committedBy.id} (${committedBy.source})`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return (
    [...found].map(([key, count]) => terminalLine(`committed by ${key}: ${amount(count, 'line')}`)).join('\n') +
    (found.size > 0 ? '\n' : '')
  );
}

/** What was asked for in the turns that wrote these lines, each once. */
export function promptsText(
  blamer: Pick<Blamer, 'prompt'>,
  lines: readonly BlamedLine[],
  { style }: Screen,
  redactor: Redactor,
): string {
  const told = new Map<string, string>();
  for (const { writer } of lines) {
    const prompt = writer && blamer.prompt(writer);
    if (!writer || prompt === undefined) continue;
    const { agent, id } = writer.session;
    told.set(`${agent}:${id.slice(0, SHORT_ID)} turn ${writer.turn}`, redactor.text(prompt));
  }
  const rows = [...told].map(([turn, prompt]) => {
    return `${style.dim(terminalLine(turn))}  ${clipEnd(terminalLine(prompt), LONGEST_PROMPT)}\n`;
  });
  return rows.join('');
}
