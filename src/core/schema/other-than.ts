import * as z from 'zod';

/** Any text but these. A pattern, because JSON Schema can say that and cannot say a function. */
export function otherThan(names: readonly string[]): z.ZodString {
  const alternatives = names.map((name) => name.replaceAll('.', '\\.')).join('|');
  return z.string().regex(new RegExp(`^(?!(?:${alternatives})$)`), 'a kind that is known does not look like this');
}
