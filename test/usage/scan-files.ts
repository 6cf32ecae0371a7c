import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { scanUsage, type UsageProblem, type UsageRow, type UsageSource } from 'threadline/usage';
import { afterEach } from 'vitest';

const made: string[] = [];
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'threadline-usage-'));
  made.push(path);
  return path;
}

export type Fields = Record<string, unknown>;

export const jsonLines = (records: readonly Fields[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export type ScanOptions = Pick<NonNullable<Parameters<typeof scanUsage>[1]>, 'onBytes'>;

export interface Scanned {
  rows: UsageRow[];
  problems: UsageProblem[];
}

export async function scanPaths(paths: readonly (string | UsageSource)[], options: ScanOptions = {}): Promise<Scanned> {
  const problems: UsageProblem[] = [];
  const rows: UsageRow[] = [];
  for await (const row of scanUsage(paths, { ...options, onProblem: (problem) => problems.push(problem) }))
    rows.push(row);
  return { rows, problems };
}

/** Writes files by their names and scans them in the order that they are given in. */
export async function scanFiles(files: Record<string, string | Uint8Array | readonly Fields[]>): Promise<Scanned> {
  const folder = temporaryFolder();
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(path, isText ? content : jsonLines(content as readonly Fields[]));
    return path;
  });
  return scanPaths(paths);
}

/** What requests used together, as `input/cached/output/reasoning` and how many they were. */
export function sums(rows: readonly UsageRow[]) {
  const add = (name: 'input' | 'cached' | 'cacheWrite' | 'output' | 'reasoning') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    requests: rows.length,
    input: add('input'),
    cached: add('cached'),
    cacheWrite: add('cacheWrite'),
    output: add('output'),
    reasoning: add('reasoning'),
  };
}
