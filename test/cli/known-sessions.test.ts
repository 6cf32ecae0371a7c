import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillHome } from '../sessions/known-home.ts';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-known-cli-'));
const home = join(folder, 'home');
const data = join(folder, 'data');
const cache = join(data, 'cache', 'sessions.db');
const archive = join(data, 'archive.db');
const run = (...args: string[]) => runCli([...args, '--home', home], { env: { THREADLINE_HOME: data, HOME: folder } });

beforeAll(async () => {
  fillHome(home);
  await run('sessions');
  expect(existsSync(data)).toBe(false);
  mkdirSync(data);
  // Nothing is kept of a file that is younger.
  await wait(2100);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rowsIn(path: string, table = 'known_session'): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare(`select text from ${table}`)
      .all()
      .map(({ text }) => String(text));
  } catch {
    return [];
  } finally {
    database.close();
  }
}

describe('what lists learn of sessions', () => {
  it('is kept in the cache where there is no archive, which none of them makes', async () => {
    const [first, second] = await Promise.all([run('sessions', '--json'), run('sessions', '--json')]);
    expect(second).toEqual(first);
    expect(await run('sessions', '--json')).toEqual(first);
    expect(rowsIn(cache).length).toBeGreaterThan(5);
    expect(rowsIn(cache, 'known_usage').length).toBeGreaterThan(5);
    expect(existsSync(archive)).toBe(false);
  });

  it('is listed by `delete`', async () => {
    const { sessions } = JSON.parse((await run('sessions', '--json', '--no-usage')).stdout);
    const { stdout } = await run('delete', `${sessions[0].agent}:${sessions[0].id}`);
    expect(stdout).toMatch(/cache +\S*sessions\.db/);
  });

  it('is kept in the archive where there is one, and leaves the cache', async () => {
    const before = await run('sessions', '--json');
    await run('search', 'hello');
    const after = await run('sessions', '--json');
    // An archive also knows how much sessions changed, once it has counted that.
    const known = ({ stdout }: { stdout: string }) => stdout.replaceAll(/"changes":(?:null|\{[^}]*\})/g, '');
    expect(known(after)).toBe(known(before));
    expect(known(await run('sessions', '--json'))).toBe(known(before));
    expect(rowsIn(archive).length).toBeGreaterThan(5);
    expect(existsSync(cache)).toBe(false);
  });

  it('does not change when usage is counted', async () => {
    const before = [rowsIn(archive), rowsIn(archive, 'known_usage')];
    await run('usage', '--json');
    expect([rowsIn(archive), rowsIn(archive, 'known_usage')]).toEqual(before);
    expect(existsSync(cache)).toBe(false);
  });

  it('goes with what is left out, and is not learnt again', async () => {
    const project = '/home/user/project';
    expect(rowsIn(archive).some((text) => text.includes(project))).toBe(true);
    await runCli(['archive', 'exclude', '--project', project], { env: { THREADLINE_HOME: data, HOME: folder } });
    expect(rowsIn(archive)).toEqual([]);
    await run('sessions', '--json');
    expect(rowsIn(archive).some((text) => text.includes(`"cwd":"${project}"`))).toBe(false);
  });

  it('stays out of an archive of another version', async () => {
    const database = new DatabaseSync(archive);
    database.exec('drop table if exists known_session; pragma user_version = 99');
    database.close();
    await run('sessions', '--json');
    expect(rowsIn(archive)).toEqual([]);
    expect(readdirSync(data)).not.toContain('archive.bad');
  });
});
