import type { Recording } from './fixtures.ts';

/** The lines of a recording, parsed; a last line that was cut off is left out. */
export function rawLines({ bytes }: Recording): unknown[] {
  const lines = new TextDecoder().decode(bytes).split('\n');
  // What follows the last newline was never finished.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** True for what `codex exec --json` printed in the shape of the SDK's types, which it has had since 0.44. */
export function isSdkShaped({ name }: Recording): boolean {
  return Number(name.split('.')[1]) >= 44;
}
