import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { knownPath } from '../../src/machine/sessions/known/known-file.ts';
import { fillHome, listed } from './known-home.ts';

const program = fileURLToPath(new URL('known-process.ts', import.meta.url));
/** A user that is not root: root may write everywhere. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) {
    chmodSync(join(folder, 'cache'), 0o700);
    rmSync(folder, { recursive: true, force: true });
  }
});

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-known-'));
  made.push(folder);
  chmodSync(folder, 0o755);
  const [home, cache] = [join(folder, 'home'), join(folder, 'cache')];
  fillHome(home);
  mkdirSync(cache, { mode: 0o700 });
  return { home, cache };
}

/** `blocks`: of 1 kB, that a file of the process may have. */
function inProcess({ home, cache }: ReturnType<typeof place>, { blocks = 'unlimited', uid = '' } = {}): string[] {
  const script = `ulimit -f ${blocks} && exec "$@"`;
  const args = ['-c', script, 'bash', process.execPath, program, home, cache, ...(uid === '' ? [] : [uid])];
  const { status, stdout, stderr } = spawnSync('bash', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  expect(stderr).not.toMatch(/Error/);
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

describe('a cache on a disk that takes no more', () => {
  it.each(['0', '6', '40'])('changes nothing: files end after %s kB', async (blocks) => {
    const there = place();
    const plain = await listed(there.home);
    expect(inProcess(there, { blocks })).toEqual([plain, plain]);
    // With room again, the cache is filled.
    expect(inProcess(there)).toEqual([plain, plain]);
    expect(statSync(knownPath(there.cache)).size).toBeGreaterThan(4096);
  });
});

describe('a cache that may not be written to', () => {
  it.each(['without a file', 'with a file of earlier lists'])('changes nothing: a folder %s', async (how) => {
    const there = place();
    const plain = await listed(there.home);
    if (how !== 'without a file') inProcess(there);
    const before = readdirSync(there.cache);
    if (isRoot) {
      for (const name of ['', ...before]) chownSync(join(there.cache, name), NOBODY, NOBODY);
    }
    chmodSync(there.cache, 0o500);
    expect(inProcess(there, isRoot ? { uid: String(NOBODY) } : {})).toEqual([plain, plain]);
    expect(readdirSync(there.cache)).toEqual(before);
    expect(existsSync(knownPath(there.cache))).toBe(how !== 'without a file');
  });
});
