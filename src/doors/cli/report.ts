import type { Outcome } from '../../core/thread/outcome.ts';
import type { Problem } from '../../errors.ts';
import { standardError } from './standard-streams.ts';
import { terminalLine } from './terminal-text.ts';

/** Tells the person one thing, on one line of stderr. */
export function report(message: string): void {
  standardError().write(`threadline: ${terminalLine(message)}\n`);
}

/** Tells of what is wrong in an input, where the output has no place for it: a line of stderr each. */
export interface ProblemReporter {
  add(line: number, problem: Pick<Problem, 'code' | 'message'>): void;
  /** The input is one that can be read: from here on all is told at once. */
  sawGoodLine(): void;
  /** Tells all that is wrong in a line. */
  addOutcome(outcome: Outcome): void;
  /** Counts those that were not shown. */
  end(): void;
}

/** More than a screenful helps nobody; `convert --to events` and `check --json` have them all. */
const SHOWN_PROBLEMS = 20;

/** Writes `FILE:LINE: message (code)`, as editors read it. Waits for a good line: a wrong file needs no list. */
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
