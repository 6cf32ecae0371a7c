/** A value as a line of JSON. Undefined if it is nested too deeply, or too long, to write. */
export const jsonLine = (value: object): string | undefined => lineOf(value, JSON.stringify);

/** The same for programs that refuse lone surrogates, as all do that are not written in JavaScript. */
export const sessionLine = (value: object): string | undefined => lineOf(value, wellFormedJson);

/** JSON without lone surrogates. */
export function wellFormedJson(value: object): string {
  const text = JSON.stringify(value);
  // The escape of a lone surrogate. Checking every string would take longer than all else.
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? inner.toWellFormed() : inner));
}

function lineOf(value: object, write: (value: object) => string): string | undefined {
  try {
    // U+2028 and U+2029 are legal in JSON, but some line readers take them for a line's end.
    return `${write(value).replace(/[\u2028\u2029]/g, escapeUnit)}\n`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
