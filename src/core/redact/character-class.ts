/**
 * What may stand in the brackets of a rule: letters, digits, ranges of both and a few signs. A range is not told apart from
 * its characters here: a text that can be read in two ways at each place takes exponential time.
 */
export const CLASS_MEMBERS = String.raw`[\w.~+/=-]{1,200}`;

/** The class as it stands in a pattern; undefined for a range whose ends are not in order. */
export function characterClass(members: string): string | undefined {
  const text = `[${members.replaceAll(/-$|^-/g, '\\-')}]`;
  try {
    new RegExp(text);
    return text;
  } catch {
    return undefined;
  }
}
