import { setEngineFlags } from '../engine-flags.ts';

/** Node 24's engine. Another one may not know a flag, and then says so on stderr. */
const TRIED_ENGINE = '13.6.';
/** From this size on it pays to compile for speed. Below it, compiling takes longer than it saves. */
const LONG_BYTES = 500e6;

/** A line is garbage when the next is read. docs/decisions/0037-the-engine-for-a-scan.md has the measurements. */
export function keepNurserySmall(): void {
  if (isTried()) setEngineFlags('--semi-space-growth-factor=1');
}

/** Chooses the compiler once the amount to read is known. */
export function chooseCompiler(bytes: number): void {
  if (!isTried()) return;
  if (bytes < LONG_BYTES) setEngineFlags('--no-turbofan');
  else setEngineFlags('--no-maglev', '--max-inlined-bytecode-size-cumulative=250');
}

/** Compiles in the thread that runs: each thread that compiles keeps megabytes for good. For a program that runs all day. */
export function compileInPlace(): void {
  if (isTried()) setEngineFlags('--no-concurrent-recompilation');
}

function isTried(): boolean {
  return process.versions.v8.startsWith(TRIED_ENGINE);
}
