import type { Outcome } from '../../core/thread/outcome.ts';
import type { Problem } from '../../errors.ts';
import { standardError } from './standard-streams.ts';
import { terminalLine } from './terminal-text.ts';

/** Prints one message on one line of stderr. */
export function report(message: string): void {
  standardError().write(`threadline: ${terminalLine(message)}\n`);
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
