import type { Problem } from '../../errors.ts';
import type { Outcome } from '../thread/outcome.ts';
import { jsonLine } from './json-line.ts';
import type { Writer } from './writer.ts';

/** One ThreadEvent per line, with problems in the same stream: those of a line follow its events. */
export function createEventsWriter(): Writer {
  return { push: (outcome) => (outcome.ok ? goodLines(outcome) : problemLines(outcome, outcome.error)), end: () => [] };
}

function goodLines(outcome: Extract<Outcome, { ok: true }>): string[] {
  const lines: string[] = [];
  for (const event of outcome.events) {
    const text = jsonLine(event);
    if (text !== undefined) lines.push(text);
    else {
      const message = `${event.type} is nested too deeply to be written as JSON`;
      lines.push(...problemLines(outcome, { code: 'too-deep', message, raw: outcome.raw }));
    }
  }
  for (const problem of outcome.problems) lines.push(...problemLines(outcome, problem));
  return lines;
}

function problemLines({ line, offset }: Outcome, { code, message, raw }: Problem): string[] {
  const problem = { type: 'problem', code, message, line, offset };
  // Escaping can make a text of hundreds of megabytes longer than a string may be.
  const whole = raw === undefined ? undefined : jsonLine({ ...problem, raw });
  return [whole ?? jsonLine(problem) ?? ''];
}
