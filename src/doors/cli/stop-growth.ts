/** From here on memory counts for more than a few percent of time. */
export const LONG_INPUT = 256 * 1024;

/**
 * Keeps V8 from making room for ever more garbage: by default both of its generations grow to 100 MB and more while a
 * long input is read, though what is in use at any time is a few megabytes.
 */
export function stopGrowth(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=50']) setFlagsFromString(flag);
}
