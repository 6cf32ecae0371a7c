import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { TurnRange } from '../../core/writers/message-filter.ts';
import { usageError } from './exit.ts';
import { didYouMean } from './nearest.ts';
import { isShape, optionFor } from './other-names.ts';

/** What the help says of `--color` at every command that prints for people. */
export const COLOR_HELP = 'always, never, or auto: colours on a terminal only';

const COLORS = ['always', 'never', 'auto'];

/** Parses a command's arguments. A wrong one is a usage error that names it. */
export function parseOptions<const T extends ParseArgsOptionsConfig>(command: string, args: string[], options: T) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
    const given = Object.entries<unknown>(parsed.values);
    // A script whose variable is not set: it names no folder, no server and nobody.
    const empty = given.find(([, value]) => [value].flat().includes(''));
    if (empty) throw usageError(`--${empty[0]} needs a value that is not empty`, command);
    const color = given.find(([name]) => name === 'color')?.[1];
    if (typeof color === 'string' && !COLORS.includes(color)) {
      throw usageError(`--color takes always, never or auto, not '${color}'`, command);
    }
    return parsed;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds advice in more sentences. Our advice is the help.
    const [sentence = ''] = error.message.split(/\.(?:\s|$)|\n/, 1);
    const message = sentence.charAt(0).toLowerCase() + sentence.slice(1);
    refuseValue(message, args, command, options);
    const [, unknown] = /^unknown option '--([^']+)'$/.exec(message) ?? [];
    const hint = unknown === undefined ? '' : hintFor(unknown, options);
    throw usageError(message + hint, command);
  }
}

const WRONG_VALUE =
  /^option '(?:-(?<short>\w))?(?:, )?(?:--(?<long>[\w-]+))?(?: <value>)?' argument (?<fault>is ambiguous|missing)$/;

/** Says in our words which option has no value, or one that begins with a dash, such as that of `-n -3`. */
function refuseValue(message: string, args: readonly string[], command: string, options: ParseArgsOptionsConfig): void {
  const { short, long, fault } = WRONG_VALUE.exec(message)?.groups ?? {};
  if (fault === undefined) return;
  const name = long ?? Object.keys(options).find((option) => options[option]?.short === short) ?? short ?? '';
  if (fault === 'missing') throw usageError(`--${name} needs a value`, command);
  const letter = options[name]?.short;
  const at = args.findIndex((arg) => arg === `--${name}` || (letter !== undefined && arg === `-${letter}`));
  throw usageError(`--${name} takes no value that begins with a dash: '${args[at + 1] ?? ''}'`, command);
}

/** Parses the arguments of a command that takes only options. */
export function parseOnlyOptions<const T extends ParseArgsOptionsConfig>(command: string, args: string[], options: T) {
  const { values, positionals } = parseOptions(command, args, options);
  const [argument] = positionals;
  if (argument === undefined) return values;
  const meant = optionFor(command, argument);
  const hint = meant === undefined ? '' : ` (did you mean '${meant}'?)`;
  throw usageError(`${command} takes no argument '${argument}'${hint}`, command);
}

function hintFor(unknown: string, options: ParseArgsOptionsConfig): string {
  if (Object.hasOwn(options, 'to') && isShape(unknown)) return ` (did you mean '--to ${unknown}'?)`;
  return didYouMean(`--${unknown}`, optionNames(options));
}

/** The values of the options in a table. */
export type OptionValues<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseOptions<T>>['values'];

function optionNames(options: ParseArgsOptionsConfig): string[] {
  return [...Object.keys(options), 'help'].map((name) => `--${name}`);
}

/** The whole number given to an option; undefined if the option is absent. */
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

/** The amount of dollars given to an option; undefined if the option is absent. */
export function parseDollars(command: string, option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, digits] = /^\$?(\d{1,12}(?:\.\d{1,6})?)$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  throw usageError(`${option} takes dollars such as 20 or 0.50, not '${text}'`, command);
}

/** Parses `3`, `2..5`, `2..` or `..5`: turns, counted from 1. */
export function parseTurns(command: string, text: string | undefined): TurnRange | undefined {
  if (text === undefined) return undefined;
  const [, from = '', dots, to = ''] = /^(\d{0,9})(\.\.)?(\d{0,9})$/.exec(text) ?? [];
  const isRange = dots !== undefined && (from !== '' || to !== '');
  const range = isRange ? { from: numberOf(from), to: numberOf(to) } : { from: numberOf(from), to: numberOf(from) };
  const isForward = (range.from ?? 1) <= (range.to ?? Number.POSITIVE_INFINITY) && range.from !== 0;
  if ((isRange || from !== '') && isForward) return range;
  throw usageError(`--turns takes A..B, counted from 1, not '${text}'`, command);
}

function numberOf(digits: string): number | undefined {
  return digits === '' ? undefined : Number(digits);
}

/** Parses the style in which Codex session files are written. */
export function parseStyle(command: string, style: string | undefined): string | undefined {
  if (style === undefined || style === 'legacy' || style === 'paginated') return style;
  throw usageError(`--style takes legacy or paginated, not '${style}'`, command);
}
