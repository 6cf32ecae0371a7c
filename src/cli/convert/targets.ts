import type { Outcome } from '../../thread/outcome.ts';
import { usageError } from '../exit.ts';

/** Writes one JSON value as a line; false when it is nested too deeply to be written. */
export type WriteLine = (value: object) => boolean;

/** A shape that threads are written in. */
export interface ConvertTarget {
  /** Writes what a line of the input gave. */
  write(outcome: Outcome, writeLine: WriteLine): void;
}

/** Every shape; one that is not there yet is named so that people are told. */
const targets = new Map<string, (() => Promise<ConvertTarget>) | undefined>([
  ['events', async () => (await import('./events-target.ts')).eventsTarget],
  ['messages', undefined],
  ['ndjson', undefined],
]);

export async function loadTarget(name: string): Promise<ConvertTarget> {
  const load = targets.get(name);
  if (load) return load();
  const known = [...targets.keys()].filter((key) => targets.get(key)).join(', ');
  const fault = targets.has(name) ? `--to ${name} is not available yet` : `unknown shape '${name}'`;
  throw usageError(`${fault}; --to takes: ${known}`, 'convert');
}
