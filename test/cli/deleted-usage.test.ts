import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSqlite } from '../../src/archive/sqlite/sqlite.ts';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { path: folder } = temporaryFolder();
const home = madeHome(join(folder, 'codex'));
const env = { THREADLINE_HOME: join(folder, 'data'), CODEX_HOME: home.path, HOME: folder, TZ: 'UTC' };
const archivePath = join(env.THREADLINE_HOME, 'archive.db');
const cli = (...args: string[]) => runCli(args, { env });
const text = (number: number) => ({ ask: `question ${number}`, result: 'x', answer: 'y' });

interface Used {
  requests: number;
  input: number;
  cost_usd: number;
}
const total = async (...args: string[]): Promise<Used> =>
  JSON.parse((await cli('usage', '--json', ...args)).stdout).total;

for (const number of [1, 2, 3]) home.write(number, codexHead(codexId(number)) + codexTurn(number, text(number)));
// What an agent started has a row of its own only if it is asked for.
home.write(
  4,
  codexHead(codexId(4), { source: { subagent: { thread_spawn: { parent_thread_id: codexId(1) } } } }) +
    codexTurn(4, text(4)),
);

describe('usage of sessions that agents deleted', () => {
  it('is not known without an archive, which is said, and none is made', async () => {
    const { stderr, exitCode } = await cli('usage');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('there is no archive');
    expect(existsSync(env.THREADLINE_HOME)).toBe(false);
  });

  it('counts from the archive, before and after it is brought up to date, and is left out by --live-only', async () => {
    const whole = await total();
    await cli('archive', 'index');
    home.remove(2);
    const before = statSync(archivePath).mtimeMs;
    expect(await total()).toEqual(whole);
    expect(statSync(archivePath).mtimeMs).toBe(before);
    const live = await total('--live-only');
    expect(live.requests).toBe(whole.requests - 1);
    await cli('archive', 'index');
    expect(await total()).toEqual(whole);
    const { stderr, stdout } = await cli('usage', '--by', 'session', '--since', '2020-01-01');
    expect(stderr).toBe(
      'threadline: 1 session ($0.0006) comes from files that agents deleted; --live-only leaves them out\n',
    );
    expect(stdout).toContain(codexId(2));
    expect((await cli('usage', '--by', 'session', '--since', '2020-01-01', '--live-only')).stderr).toBe('');
    expect((await cli('usage', '--explain', codexId(2))).stdout).toContain('1 request,');
  });

  it('stands in exactly one row of sessions, and in its parent’s where sub-agents have none', async () => {
    const rows = async (...args: string[]) =>
      JSON.parse((await cli('sessions', '--json', '-n', '0', ...args)).stdout).sessions;
    const whole = await total();
    const all: { usage: Used | null; usage_with_agents?: unknown }[] = await rows('--all');
    expect(all.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0)).toBe(whole.input);
    expect(all.every((row) => !('usage_with_agents' in row))).toBe(true);
    const own: { id: string; usage: Used; usage_with_agents: Used }[] = await rows();
    expect(own.reduce((sum, row) => sum + row.usage_with_agents.input, 0)).toBe(whole.input);
    expect(own.find(({ id }) => id === codexId(1))).toMatchObject({
      usage: { requests: 1 },
      usage_with_agents: { requests: 2 },
    });
    expect((await rows('--live-only')).map(({ id }: { id: string }) => id)).toEqual([codexId(3), codexId(1)]);
    expect(JSON.parse((await cli('show', codexId(2), '--json')).stdout).session.usage.requests).toBe(1);
  });

  it('is left out beside an archive that is busy or broken, which is told', async () => {
    const live = await total('--live-only');
    const { DatabaseSync } = await loadSqlite();
    const database = new DatabaseSync(archivePath);
    database.exec('pragma locking_mode = exclusive; begin exclusive');
    const busy = await cli('usage', '--json');
    database.exec('rollback');
    database.close();
    expect(busy.exitCode).toBe(0);
    expect(JSON.parse(busy.stdout).total.requests).toBeGreaterThanOrEqual(live.requests);
    const bytes = readFileSync(archivePath);
    truncateSync(archivePath, 10_000);
    const broken = await cli('usage', '--json');
    expect(broken).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('sessions that agents deleted are not counted: '),
    });
    expect(JSON.parse(broken.stdout).total).toEqual(live);
    expect(statSync(archivePath).size).toBe(10_000);
    writeFileSync(archivePath, bytes);
  });
});
