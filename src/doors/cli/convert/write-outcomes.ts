import type { Outcome } from '../../../core/thread/outcome.ts';
import { writerNames, writers } from '../../../core/writers/registry.ts';
import type { CreateWriter, WriterOptions } from '../../../core/writers/writer.ts';
import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import type { Output } from '../output.ts';
import type { ProblemReporter } from '../report.ts';
import { terminalBlock, terminalJson } from '../terminal-text.ts';

/** Writes outcomes in some shape as they come, and counts good and bad lines. */
export interface OutcomeWriter {
  /** Writes outcomes at the pace of the output's reader. With `isHeld` nothing reaches it yet. */
  write(outcomes: readonly Outcome[], isHeld?: boolean): Promise<void>;
  /** Adds an outcome. The next flush writes it. */
  add(outcome: Outcome): void;
  /** Adds what is left. */
  finish(): void;
  readonly goodLines: number;
  readonly badLines: number;
}

/** The writer of that name, for shapes that programs read. `command` is the command whose help an error suggests. */
export function writerNamed(name: string, command: string): CreateWriter {
  const createWriter = writers.get(name);
  if (createWriter) return createWriter;
  throw unknownShape(name, command, [...writers.keys()]);
}

/** Refuses a name that no shape has. */
export function checkWriterName(name: string, command: string): void {
  const names = writerNames();
  if (!names.includes(name)) throw unknownShape(name, command, names);
}

function unknownShape(name: string, command: string, names: readonly string[]) {
  return usageError(`unknown shape '${name}'${didYouMean(name, names)}; --to takes: ${names.join(', ')}`, command);
}

export function createOutcomeWriter(
  createWriter: CreateWriter,
  output: Output,
  options: WriterOptions & { problems: ProblemReporter; isPage?: boolean },
): OutcomeWriter {
  const { problems } = options;
  const door = options.isPage ? terminalBlock : terminalJson;
  const writer = createWriter({ ...options, onProblem: problems.add });
  let goodLines = 0;
  let badLines = 0;

  function put(pieces: readonly string[]): void {
    for (const piece of pieces) output.append(output.isTerminal ? door(piece) : piece);
  }

  function add(outcome: Outcome): void {
    if (outcome.ok) {
      goodLines += 1;
      problems.sawGoodLine();
    } else badLines += 1;
    put(writer.push(outcome));
  }

  return {
    async write(outcomes, isHeld = false) {
      for (const outcome of outcomes) {
        add(outcome);
        if (output.isFull && !isHeld) await output.flush();
      }
    },
    add,
    finish: () => put(writer.end()),
    get goodLines() {
      return goodLines;
    },
    get badLines() {
      return badLines;
    },
  };
}
