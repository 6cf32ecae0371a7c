import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../bench/subject.ts';

/** What the bench printed of some targets, on as few data as there can be and in one round. */
export function runTargets(...names: string[]): { lines: string[]; faults: string } {
  const env = { ...process.env, BENCH_SCALE: '0.002', BENCH_ROUNDS: '1' };
  const args = [join(root, 'bench/main.ts'), '--target', names.join(',')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return { lines: stdout.split('\n'), faults: stderr };
}

/** The figures of a target, as their lines have them. */
export function figuresOf(lines: readonly string[], name: string): number[] {
  const figure = new RegExp(`^target ${name} .*?: (-?[\\w.]+?)(?:x| MB| ms| bytes)? \\(at (?:least|most) .*\\) `);
  return lines.flatMap((line) => {
    const [, value] = figure.exec(line) ?? [];
    return value === undefined ? [] : [Number(value)];
  });
}
