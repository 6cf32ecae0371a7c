import * as z from 'zod';

/** Any text except these. It is a pattern, because JSON Schema can express that but not a function. */
export function otherThan(names: readonly string[]): z.ZodString {
  const alternatives = names.map((name) => name.replaceAll('.', '\\.')).join('|');
  return z.string().regex(new RegExp(`^(?!(?:${alternatives})$)`), 'a kind that is known does not look like this');
}
