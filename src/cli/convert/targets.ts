import type { Outcome } from '../../thread/outcome.ts';
import type { WireName } from '../../wires/wire.ts';
import { usageError } from '../exit.ts';
import type { ProblemReporter } from '../report.ts';

/** A shape that threads are written in. */
export interface ConvertTarget {
  /** Writes what a line of the input gave. */
  write(outcome: Outcome): void;
  /** Writes what was held back until the end. */
  end(): void;
}

/** What a shape can be asked for. */
export interface TargetOptions {
  /** Write what the CLI put in by itself, too, and turns that were taken back. */
  all?: boolean;
  /** The number of the first turn to come. */
  firstTurn?: number;
  /** Results of tools in messages of their own. */
  split?: boolean;
  /** What the person asked, where the agent does not print it. */
  prompt?: string;
  images?: readonly string[];
}

/** What a shape works with. */
export interface TargetContext {
  options: TargetOptions;
  /** Writes one JSON value as a line; false when it is nested too deeply to be written. */
  writeLine(value: object): boolean;
  /** For problems that the shape has no place for. */
  problems: ProblemReporter;
  /** The dialect, once it is known. */
  wire(): WireName | undefined;
}

export type CreateTarget = (context: TargetContext) => ConvertTarget;

/** Every shape, loaded when it is asked for. */
const targets = new Map<string, () => Promise<CreateTarget>>([
  ['events', async () => (await import('./events-target.ts')).createEventsTarget],
  ['messages', async () => (await import('./messages-target.ts')).createMessagesTarget],
  ['ndjson', async () => (await import('./ndjson-target.ts')).createNdjsonTarget],
]);

const targetNames = [...targets.keys()].join(', ');

/** `command` is what to ask for help on where there is no such shape. */
export async function loadTarget(name: string, command: string): Promise<CreateTarget> {
  const load = targets.get(name);
  if (load) return load();
  throw usageError(`unknown shape '${name}'; --to takes: ${targetNames}`, command);
}
