import { terminalLine } from './terminal-text.ts';

/** Tells the person one thing, on one line of stderr. */
export function report(message: string): void {
  process.stderr.write(`threadline: ${terminalLine(message)}\n`);
}
