import { setFlagsFromString } from 'node:v8';

/** Node 24's. Another one may not know a flag, and then says so on stderr. */
const TRIED_ENGINE = '13.6.';
/** From here on it pays to compile for speed: below, compiling takes longer than it saves. */
const LONG_BYTES = 500e6;

/**
 * Sets the engine for this command, before anything is made, which reads and forgets: see docs/decisions/0037-the-engine-for-a-scan.md. What is
 * made for a line is garbage with the next, so a nursery that grows only takes memory (94 MB instead of 79 for a
 * gigabyte). And of the two optimising compilers one is enough: the quick one for a tenth of a gigabyte (a fifth less
 * time, 9 MB less), the thorough one, with less inlining, for all of it (4 MB less).
 */
export function keepNurserySmall(): void {
  if (isTried()) setFlagsFromString('--semi-space-growth-factor=1');
}

/** Chooses the compiler, once it is known how much there is to read. */
export function chooseCompiler(bytes: number): void {
  if (!isTried()) return;
  if (bytes < LONG_BYTES) setFlagsFromString('--no-turbofan');
  else {
    setFlagsFromString('--no-maglev');
    setFlagsFromString('--max-inlined-bytecode-size-cumulative=250');
  }
}

function isTried(): boolean {
  return process.versions.v8.startsWith(TRIED_ENGINE);
}
