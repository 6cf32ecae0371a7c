import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { usageError } from './exit.ts';

/** Parses a command's arguments; a wrong one is a usage error that names it. */
export function parseOptions<const T extends ParseArgsOptionsConfig>(command: string, args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds advice in further sentences; ours is the help.
    const [sentence = ''] = error.message.split(/\.(?:\s|$)|\n/, 1);
    throw usageError(sentence.charAt(0).toLowerCase() + sentence.slice(1), command);
  }
}

/** A whole number that an option was given; undefined where it was not. */
export function parseCount(
  command: string,
  option: string,
  text: string | undefined,
  least: number,
): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least) return count;
  throw usageError(`${option} takes a whole number from ${least}, not '${text}'`, command);
}
