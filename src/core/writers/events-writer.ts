import type { Problem } from '../../errors.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createMarkedLine } from './marked-line.ts';
import type { Writer, WriterOptions } from './writer.ts';

/** One ThreadEvent per line, with problems in the same stream: those of a line follow its events. */
export function createEventsWriter({ agent }: WriterOptions = {}): Writer {
  const markedLine = createMarkedLine();
  const line = (value: object) => markedLine(value, agent?.());

  function goodLines(outcome: Extract<Outcome, { ok: true }>): string[] {
    const lines: string[] = [];
    for (const event of outcome.events) {
      const text = line(event);
      if (text !== undefined) lines.push(text);
      else {
        const message = `${event.type} is nested too deeply to be written as JSON`;
        lines.push(problemLine(outcome, { code: 'too-deep', message, raw: outcome.raw }));
      }
    }
    for (const problem of outcome.problems) lines.push(problemLine(outcome, problem));
    return lines;
  }

  /** A problem that was read back keeps the place that it has. */
  function problemLine({ line: number, offset }: Outcome, { code, message, raw, ...rest }: Problem): string {
    const problem = { type: 'problem', code, message, line: number, offset, ...rest };
    // Escaping can make a text of hundreds of megabytes longer than a string may be.
    const whole = raw === undefined ? undefined : line({ ...problem, raw });
    return whole ?? line(problem) ?? '';
  }

  return {
    push: (outcome) => (outcome.ok ? goodLines(outcome) : [problemLine(outcome, outcome.error)]),
    end: () => [],
  };
}
