import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/machine/sessions/cache-folder.ts';
import { entry, fixture, runCli } from './run-cli.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-code-'));
  made.push(folder);
  const cache = join(folder, 'cache');
  const run = (...args: string[]) => runCli(args, { env: { THREADLINE_CACHE: cache } });
  return { folder, cache, code: join(cache, 'code'), run };
}

const check = ['check', fixture('0.166.0/s2-shell/rollout.jsonl')];

describe('compiled code', () => {
  it('is kept in a folder of its owner alone, and changes nothing', async () => {
    const { cache, code, run } = place();
    const first = await run(...check);
    expect(await run(...check)).toEqual(first);
    expect(first.exitCode).toBe(0);
    for (const folder of [cache, code]) expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(code).length).toBeGreaterThan(0);
  });

  it('is not kept for the version and the help', async () => {
    const { cache, run } = place();
    await run('--version');
    await run('--help');
    expect(existsSync(cache)).toBe(false);
  });

  it.each([
    ['a folder that others can write to', (cache: string) => chmodSync(join(cache, 'code'), 0o777)],
    ['a folder in one that others can write to', (cache: string) => chmodSync(cache, 0o777)],
    [
      'a link',
      (cache: string) => {
        rmSync(join(cache, 'code'), { recursive: true });
        mkdirSync(join(cache, 'elsewhere'));
        symlinkSync(join(cache, 'elsewhere'), join(cache, 'code'));
      },
    ],
  ])('is not run from %s', async (_, spoil) => {
    const { cache, code, run } = place();
    mkdirSync(code, { recursive: true, mode: 0o700 });
    spoil(cache);
    expect((await run(...check)).exitCode).toBe(0);
    expect(readdirSync(code)).toEqual([]);
  });

  it.each(['/proc/nowhere', '/dev/null', '/dev/null/below'])('is not kept where it cannot be: %s', async (folder) => {
    const { exitCode } = await runCli(check, { env: { THREADLINE_CACHE: folder } });
    expect(exitCode).toBe(0);
  });
});

/** The paths of the parts whose code is kept: a list at the beginning, behind its length in a head of 16 bytes. */
function keptParts(path: string): string[] {
  const bytes = readFileSync(path);
  const rows: [path: string][] = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(0)));
  return rows.map(([part]) => part);
}

describe('the parts of the built program', () => {
  /** A rule of redaction, as no other code holds it. */
  const RULE = 'htpasswd';
  const folder = join(entry, '../../dist/doors/cli/parts');
  const has = (path: string) => readFileSync(path, 'latin1').includes(RULE);

  it.runIf(existsSync(entry) && entry.endsWith('.js'))('bring a command no code that only others need', async () => {
    const { code, run } = place();
    await run(...check);
    const kept = readdirSync(code).find((name) => name.startsWith('check-')) ?? '';
    const paths = keptParts(join(code, kept));
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter(has)).toEqual([]);
    expect(readdirSync(folder).some((name) => has(join(folder, name)))).toBe(true);
  });
});

describe('the folder of the cache', () => {
  it('is where the system keeps such things', () => {
    expect(cacheFolder({ HOME: '/h' }, 'linux')).toBe('/h/.cache/threadline');
    expect(cacheFolder({ HOME: '/h', XDG_CACHE_HOME: '/c' }, 'linux')).toBe('/c/threadline');
    expect(cacheFolder({ HOME: '/h', XDG_CACHE_HOME: 'c' }, 'linux')).toBe('/h/.cache/threadline');
    expect(cacheFolder({ HOME: '/h' }, 'darwin')).toBe('/h/Library/Caches/threadline');
    expect(cacheFolder({ HOME: '/h', THREADLINE_HOME: '/d' }, 'linux')).toBe('/d/cache');
    expect(cacheFolder({ HOME: '/h', THREADLINE_HOME: '/d', THREADLINE_CACHE: '/e' }, 'linux')).toBe('/e');
  });
});
