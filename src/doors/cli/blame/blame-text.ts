import type { Redactor } from '../../../core/redact/index.ts';
import { clipEnd } from '../../../core/text/text-layout.ts';
import type { Screen } from '../screen.ts';
import { terminalLine } from '../terminal-text.ts';
import { amount } from '../wording.ts';
import type { FileLine } from './blame.ts';

const SHORT_ID = 8;

/** The lines of a file, each behind its writer, and how many are known. */
export function linesText(path: string, lines: readonly FileLine[], screen: Screen, redactor: Redactor): string {
  const { columns, style } = screen;
  const width = String(lines.at(-1)?.line ?? 1).length;
  const rows = lines.map((line) => {
    const { writer, level } = line;
    const name = writer
      ? `${writer.session.agent}:${writer.session.id.slice(0, SHORT_ID)} turn ${writer.turn}  ${level}`
      : 'not known';
    const who = `${String(line.line).padStart(width)}  ${name.padEnd(36)}`;
    const text = clipEnd(terminalLine(redactor.text(line.text)), Math.max(20, columns - who.length - 3));
    return `${style.dim(terminalLine(who))} │ ${text}\n`;
  });
  const counts = new Map<string, number>();
  for (const { level } of lines) counts.set(level, (counts.get(level) ?? 0) + 1);
  const told = [...counts].map(([level, count]) => `${count} ${level === 'unknown' ? 'not known' : level}`).join(', ');
  return `${style.bold(terminalLine(path))}\n${rows.join('')}${style.dim(`${amount(lines.length, 'line')}: ${told}`)}\n`;
}
