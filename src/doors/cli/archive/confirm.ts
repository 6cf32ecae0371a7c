import { createInterface } from 'node:readline/promises';
import { report } from '../report.ts';
import { isTerminal } from '../standard-streams.ts';
import { terminalLine } from '../terminal-text.ts';

/** True with `--yes`, or if a person at a terminal says y. If nobody can be asked, says what is required. */
export async function confirm(question: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY || !isTerminal('stderr')) {
    report(`${question} Say --yes`);
    return false;
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question(`${terminalLine(question)} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}
