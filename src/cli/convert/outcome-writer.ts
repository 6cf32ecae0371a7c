import type { Outcome } from '../../thread/outcome.ts';
import type { Output } from '../output.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { CreateTarget, TargetContext } from './targets.ts';

/** Writes outcomes in some shape as they come, and counts the lines that were read and those that were not. */
export interface OutcomeWriter {
  write(outcomes: readonly Outcome[]): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
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

  return {
    async write(outcomes) {
      for (const outcome of outcomes) {
        if (outcome.ok) goodLines += 1;
        else badLines += 1;
        target.write(outcome);
        if (output.isFull) await output.flush();
      }
    },
    async end() {
      target.end();
      await output.flush();
    },
    get goodLines() {
      return goodLines;
    },
    get badLines() {
      return badLines;
    },
  };
}
