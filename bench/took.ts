import { existsSync, readFileSync } from 'node:fs';

/** What a target took: time, and CPU time of all programs that it started and of this one. On a quiet machine they are nearly equal. */
export interface Took {
  ms: number;
  cpuMs: number;
}

/** Starts to measure; the answer ends it. */
export function startTimer(): () => Took {
  const [began, before] = [performance.now(), cpuMs()];
  return () => ({ ms: performance.now() - began, cpuMs: cpuMs() - before });
}

export function sumOf(all: readonly Took[]): Took {
  const sum = (name: keyof Took) => all.reduce((total, took) => total + took[name], 0);
  return { ms: sum('ms'), cpuMs: sum('cpuMs') };
}

export function tookText({ ms, cpuMs: cpu }: Took): string {
  return `${(ms / 1000).toFixed(0)} s, ${(cpu / 1000).toFixed(0)} s of CPU`;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenCpuMs();
}

/** In hundredths of a second. */
const TICK_MS = 10;

/** User and system time of all programs that were started here and have ended; 0 where the system does not tell. */
export function childrenCpuMs(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
