/** A value as JSON text; empty where there is none, or where it is nested too deeply to be written. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
