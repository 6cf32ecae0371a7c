import { readFileSync, writeSync } from 'node:fs';

/** What a process reports of itself. */
export interface Figures {
  /** User and system time of what was measured; of the best pass where there were several. */
  cpuMs: number;
  /** The same for the first pass. */
  coldCpuMs: number;
  /** The most memory that the process had until the first pass ended, in MB. */
  peakMb: number;
  /** Lines read; all contestants must agree. */
  lines: number;
  /** Of two loops in turn: how many times as fast the first is, by the median of warm pairs. */
  pairRatio?: number;
  /** Of a long shape: CPU per element at 100 000 by that at 1 000, and the length of what came out by what went in. */
  growth?: number;
  output?: number;
}

/** Where the parent waits for them: stdout and stderr belong to the program that is measured. */
const FIGURES_DESCRIPTOR = 3;

export function reportFigures(figures: Figures): void {
  writeSync(FIGURES_DESCRIPTOR, JSON.stringify(figures));
}

/** Since the process began when no other time is given. */
export function cpuMsSince(start?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Linux counts a parent's memory into a child's `maxRSS`, but not into its VmHWM. */
export function peakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kilobytes = ''] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
  return Number(kilobytes) / 1024;
}
