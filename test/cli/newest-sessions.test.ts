import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doorLimits } from '../../src/limits/doors.ts';
import { rolloutPath, smallSession } from '../sessions/temp-home.ts';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-newest-'));
const [home, data] = [join(folder, 'home'), join(folder, 'data')];
const MANY = doorLimits.maxWholeListFiles + 50;
const run = (...args: string[]) =>
  runCli(['sessions', ...args, '--home', home], { env: { THREADLINE_HOME: data, HOME: folder, COLUMNS: '160' } });

function write(n: number, content: string): void {
  const path = join(home, rolloutPath(n));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  // The greater its number, the newer it is.
  const time = Date.UTC(2026, 9, 1) / 1000 + n * 60;
  utimesSync(path, time, time);
}

function session(n: number): string {
  const time = new Date(Date.UTC(2026, 9, 1) + n * 60_000).toISOString();
  return smallSession(n).replaceAll('2026-11-15T07:08:38.369Z', time);
}

beforeAll(() => {
  mkdirSync(data);
  for (let n = 1; n <= MANY; n += 1) write(n, session(n));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a list of a few of many sessions', () => {
  it('says the same the first time and later, and counts the rest by the names of files', async () => {
    const first = await run('-n', '5');
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(first.stdout).toContain(`… and about ${MANY - 5} more (--limit 0 shows all)`);
    expect(await run('-n', '5')).toEqual(first);
    await run('--json');
    expect(await run('-n', '5')).toEqual(first);
  });

  it('has the rows of the whole list: numbers, times, titles and short ids', async () => {
    const [few, all] = [await run('-n', '5'), await run('-n', '0')];
    const words = (text: string) =>
      text
        .split('\n')
        .slice(1, 6)
        .map((row) => row.trim().split(/\s{2,}/));
    expect(words(few.stdout)).toEqual(words(all.stdout));
  });

  it('tells no fault of a file that it did not look at; a whole list does', async () => {
    write(3, 'no session\n');
    expect((await run('-n', '5')).stderr).toBe('');
    expect((await run('-n', '0')).stderr).toContain('missing-session-meta');
    expect((await run('-n', '5', '--all')).stderr).toContain('missing-session-meta');
    write(3, session(3));
  });

  it('looks at all where there are few', async () => {
    for (let n = doorLimits.maxWholeListFiles; n <= MANY; n += 1) rmSync(join(home, rolloutPath(n)));
    const { stdout } = await run('-n', '5');
    expect(stdout).toContain(`… and ${doorLimits.maxWholeListFiles - 6} more (--limit 0 shows all)`);
  });
});
