import type { Outcome } from '../../thread/outcome.ts';
import type { Output } from '../output.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { CreateTarget, TargetContext } from './targets.ts';

/** Writes outcomes in some shape as they come, and counts the lines that were read and those that were not. */
export interface OutcomeWriter {
  /** Writes many, at the pace of whoever reads the output. */
  write(outcomes: readonly Outcome[]): Promise<void>;
  /** Adds one to what is written with the next flush. */
  add(outcome: Outcome): void;
  /** Adds what is left. */
  finish(): void;
  readonly goodLines: number;
  readonly badLines: number;
}

export function createOutcomeWriter(
  createTarget: CreateTarget,
  output: Output,
  context: Omit<TargetContext, 'writeLine'>,
): OutcomeWriter {
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  const target = createTarget({ ...context, writeLine });
  let goodLines = 0;
  let badLines = 0;

  function writeLine(value: object): boolean {
    const text = encode(value);
    if (text !== undefined) output.append(`${text}\n`);
    return text !== undefined;
  }

  function add(outcome: Outcome): void {
    if (outcome.ok) goodLines += 1;
    else badLines += 1;
    target.write(outcome);
  }

  return {
    async write(outcomes) {
      for (const outcome of outcomes) {
        add(outcome);
        if (output.isFull) await output.flush();
      }
    },
    add,
    finish: () => target.end(),
    get goodLines() {
      return goodLines;
    },
    get badLines() {
      return badLines;
    },
  };
}
