/** From this size on, memory matters more than a few percent of time. */
export const LONG_INPUT = 256 * 1024;

/** Keeps V8's heap small. While reading a long input it would grow by 100 MB of garbage and more. */
export function stopGrowth(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=50']) setFlagsFromString(flag);
}
