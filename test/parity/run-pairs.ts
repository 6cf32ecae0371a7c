import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A run as it was printed, and the session files that were there when it was over. */
export interface RunPair {
  version: string;
  scenario: string;
  live: Uint8Array;
  /** `rollout.jsonl` and, for sub-agents, a fork or a new thread, `rollout-2.jsonl` and so on. */
  files: Uint8Array[];
  /** The run went on with an older thread, or a copy of one. */
  isContinued: boolean;
}

const BUNDLED = fileURLToPath(new URL('../fixtures/codex', import.meta.url));
const SHARED = `${process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url))}/recordings/codex`;

/** The runs that are part of the repository. */
export function bundledPairs(): RunPair[] {
  return pairsBelow(BUNDLED);
}

/** All shared recordings; undefined where they are not on this machine. */
export function sharedPairs(): RunPair[] | undefined {
  return existsSync(SHARED) ? pairsBelow(SHARED) : undefined;
}

function pairsBelow(folder: string): RunPair[] {
  return globSync('*/*/rollout.jsonl', { cwd: folder })
    .map((path) => dirname(path))
    .filter((path) => existsSync(`${folder}/${path}/stdout.jsonl`))
    .sort()
    .map((path) => readPair(`${folder}/${path}`, path));
}

function readPair(folder: string, name: string): RunPair {
  const [version = '', scenario = ''] = name.split('/');
  const meta: { argv: string[] } = JSON.parse(readFileSync(`${folder}/meta.json`, 'utf8'));
  const others = globSync('rollout-*.jsonl', { cwd: folder }).sort();
  const files = ['rollout.jsonl', ...others].map((file) => `${folder}/${file}`);
  return {
    version,
    scenario,
    live: readFileSync(`${folder}/stdout.jsonl`),
    files: files.map((file) => readFileSync(file)),
    isContinued: meta.argv.includes('resume') || meta.argv.includes('fork'),
  };
}
