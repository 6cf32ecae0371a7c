import { setEngineFlags } from './engine-flags.ts';

/** From this size on, memory matters more than a few percent of time. */
export const LONG_INPUT = 256 * 1024;

/** Keeps V8's heap small. While reading a long input it would grow by 100 MB of garbage and more. */
export function stopGrowth(): void {
  setEngineFlags('--semi-space-growth-factor=1', '--heap-growing-percent=50');
}
