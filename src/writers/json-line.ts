/** A value as a line of JSON; undefined when it is nested too deeply, or too long, to be written at all. */
export function jsonLine(value: object): string | undefined {
  try {
    // U+2028 and U+2029 are legal in JSON, but some readers of lines take them for a line's end.
    return `${JSON.stringify(value).replace(/[\u2028\u2029]/g, escapeUnit)}\n`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
