/** The flags that commands set, each with what sets it back. V8's values by default, of Node 22 and 24. */
const WAYS_BACK = {
  '--semi-space-growth-factor=1': '--semi-space-growth-factor=2',
  '--heap-growing-percent=50': '--heap-growing-percent=0',
  '--no-turbofan': '--turbofan',
  '--no-maglev': '--maglev',
  '--max-inlined-bytecode-size-cumulative=250': '--max-inlined-bytecode-size-cumulative=920',
  '--no-concurrent-recompilation': '--concurrent-recompilation',
} as const;

const set = new Set<keyof typeof WAYS_BACK>();

/**
 * Sets flags of the engine until the process ends, each once however often it is asked for: a long read asks again and
 * again. Compiled code counts for the flags that were set when it was kept, so they are set back before that: the next
 * start has none of them.
 */
export function setEngineFlags(...flags: readonly (keyof typeof WAYS_BACK)[]): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  const added = flags.filter((flag) => !set.has(flag));
  if (added.length === 0) return;
  for (const flag of added) {
    set.add(flag);
    setFlagsFromString(flag);
  }
  process.prependOnceListener('exit', () => {
    for (const flag of added) setFlagsFromString(WAYS_BACK[flag]);
  });
}
