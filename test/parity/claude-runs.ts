import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A recorded run of Claude Code, as it was printed, and what it left on disk. */
export interface ClaudeRun {
  version: string;
  scenario: string;
  live: Uint8Array;
  /** Session files by name, those of sub-agents after those of sessions. */
  files: { name: string; bytes: Uint8Array }[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const shared = `${process.env.THREADLINE_SHARED ?? here('../../../shared')}/recordings/claude`;

function runsIn(folder: string): ClaudeRun[] {
  return globSync('*/*/stdout*.jsonl', { cwd: folder })
    .sort()
    .map((path) => {
      const [version = '', scenario = ''] = path.split('/');
      const run = /stdout(?:\.(\d+))?\.jsonl$/.exec(path)?.[1];
      return {
        version,
        scenario: run === undefined ? scenario : `${scenario}.${run}`,
        live: readFileSync(`${folder}/${path}`),
        files: sessionFiles(`${folder}/${dirname(path)}`),
      };
    })
    .filter(({ live }) => live.length > 0);
}

function sessionFiles(folder: string): ClaudeRun['files'] {
  return globSync('session/projects/**/*.jsonl', { cwd: folder })
    .sort((left, right) => left.length - right.length || left.localeCompare(right))
    .map((name) => ({ name, bytes: readFileSync(`${folder}/${name}`) }));
}

export function bundledClaudeRuns(): ClaudeRun[] {
  return runsIn(here('../fixtures/claude'));
}

/** Undefined where the shared recordings are not on this machine. */
export function sharedClaudeRuns(): ClaudeRun[] | undefined {
  return existsSync(shared) ? runsIn(shared) : undefined;
}
