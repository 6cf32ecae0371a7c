import { textWidth } from '../../core/text/text-layout.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import type { Problem } from '../../errors.ts';
import { isTerminal, writeMessage } from './standard-streams.ts';
import { terminalLine } from './terminal-text.ts';

/** The program whose messages are written as JSON; none if they are for people. */
let logged: string | undefined;

/** From here on each message is a line of JSON: `{"time", "program", "message"}`, for whatever collects logs. */
export function reportAsJson(program: string): void {
  logged = program;
}

/** Prints one message on stderr: on one line, or on a terminal wrapped at words. */
export function report(message: string): void {
  if (logged !== undefined) {
    const line = { time: new Date().toISOString(), program: logged, message: terminalLine(message) };
    writeMessage(`${JSON.stringify(line)}\n`);
    return;
  }
  const text = `threadline: ${terminalLine(message)}`;
  const columns = isTerminal('stderr') ? process.stderr.columns : undefined;
  writeMessage(`${columns ? wrapMessage(text, columns) : text}\n`);
}

/** Continued lines are indented. A word that is longer than a line, such as a path, stays whole to be copied. */
export function wrapMessage(text: string, columns: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line.trim() !== '' && textWidth(longer) > columns) {
      lines.push(line);
      line = `  ${word}`;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** Reports problems of an input on stderr, one line each, for output that has no place for them. */
export interface ProblemReporter {
  add(line: number, problem: Pick<Problem, 'code' | 'message'>): void;
  /** Marks the input as readable. From here on problems are printed at once. */
  sawGoodLine(): void;
  /** Reports all problems of a line. */
  addOutcome(outcome: Outcome): void;
  /** Prints the number of problems that were not shown. */
  end(): void;
}

/** More than a screenful helps nobody. `convert --to events` and `check --json` print them all. */
const SHOWN_PROBLEMS = 20;

/** Writes `FILE:LINE: message (code)`, which editors parse. Waits for a good line: a wrong file needs no list. */
export function createProblemReporter(name: string, beforeReport = () => {}): ProblemReporter {
  let held: string[] = [];
  let count = 0;
  let isReadable = false;

  function tell(): void {
    if (held.length > 0) beforeReport();
    for (const text of held) report(text);
    held = [];
  }

  function add(line: number, { code, message }: Pick<Problem, 'code' | 'message'>): void {
    count += 1;
    if (count > SHOWN_PROBLEMS) return;
    held.push(`${name}:${line}: ${message} (${code})`);
    if (isReadable) tell();
  }

  function sawGoodLine(): void {
    if (isReadable) return;
    isReadable = true;
    tell();
  }

  return {
    add,
    sawGoodLine,
    addOutcome(outcome) {
      if (outcome.ok) sawGoodLine();
      for (const problem of outcome.ok ? outcome.problems : [outcome.error]) add(outcome.line, problem);
    },
    end() {
      if (count > SHOWN_PROBLEMS) held.push(`${name}: … and ${count - SHOWN_PROBLEMS} more problems`);
      tell();
    },
  };
}
