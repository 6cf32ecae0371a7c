import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listSessions, openSession } from 'threadline/sessions';
import { findUsageFiles, sessionUsage } from 'threadline/usage';
import { describe, expect, it } from 'vitest';
import { createTurnStarts, readUsedTokens } from '../../src/doors/cli/show/used-tokens.ts';
import { fillHome, writeSession } from './codex-home.ts';
import { runCli, shellRun } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const CODEX = ['0.166.0/s12-fork-1-fork', '0.155.0/s8-resume-1-id', '0.66.0/s12-review', '0.34.0/s2-shell'];

/** Homes of all three agents, each recording in its own: the mocks repeat ids. */
function homes(): string[] {
  const folder = temporaryFolder().path;
  const codex = CODEX.map((recording, index) => {
    const home = join(folder, String(index));
    fillHome(home, [recording]);
    return home;
  });
  return [...codex, ...globSync('{claude,gemini}/*/*/session', { cwd: fixtures }).map((path) => fixtures + path)];
}

describe('what a session used', () => {
  it('is the same read by itself and among all, is told of every session, and is the sum of its turns', async () => {
    let sessions = 0;
    for (const home of homes()) {
      const all = await sessionUsage(findUsageFiles({ homes: [home] }));
      const told = new Set<string>();
      for (const info of await listSessions({ homes: [home] })) {
        const starts = createTurnStarts();
        for await (const outcomes of (await openSession({ path: info.path }, { homes: [home] })).eventBatches()) {
          for (const outcome of outcomes) {
            for (const event of outcome.ok ? outcome.events : []) starts.add(event, outcome.line);
          }
        }
        const { total, turns } = await readUsedTokens(info, starts, { homes: [home] });
        const key = `${info.agent}:${info.id}`;
        expect(total, info.path).toEqual(all.get(key));
        const sum = turns.reduce((tokens, turn) => tokens + (turn?.total ?? 0), 0);
        expect(sum, info.path).toBe(total?.total ?? 0);
        if (total) told.add(key);
        sessions += 1;
      }
      expect([...told].sort(), home).toEqual([...all.keys()].sort());
    }
    expect(sessions).toBeGreaterThan(60);
  });

  it('stands in the header of show, and under each of several turns', async () => {
    const home = temporaryFolder().path;
    const [path = ''] = fillHome(home, ['0.155.0/s8-resume-1-id']);
    const { stdout } = await runCli(['show', path], { env: { CODEX_HOME: home, TZ: 'UTC' } });
    expect(stdout).toContain('tokens   10,642 in (8,192 cached), 174 out · $0.02\n');
    expect(stdout.match(/^5,321 in \(4,096 cached\), 87 out · \$0\.01$/gm)).toHaveLength(2);
    expect(stdout.trimEnd().endsWith('87 out · $0.01')).toBe(true);
    const { session } = JSON.parse((await runCli(['show', '--json', path], { env: { CODEX_HOME: home } })).stdout);
    expect(session.usage).toMatchObject({ requests: 2, input: 10_642, cached: 8192, output: 174, unpriced: {} });
    expect(session.turn_usage).toHaveLength(2);
    expect(session.turn_usage[1]).toMatchObject({ requests: 1, input: 5321, cost_usd: expect.any(Number) });
  });

  it('has no price where only a sum is told, as in what an agent printed', async () => {
    const { session } = JSON.parse((await runCli(['show', '--json', shellRun])).stdout);
    expect(session.usage).toMatchObject({ requests: null, input: 15_963, output: 261, cost_usd: null });
    expect(session.turn_usage).toBe(null);
  });

  it('stands in sessions --json, and in columns where it is asked for', async () => {
    const home = temporaryFolder().path;
    const [path = ''] = fillHome(home, ['0.166.0/s2-shell']);
    writeSession(home, 'sessions/rollout-2026-11-15T07-08-38-01a1de09-5e47-7183-af03-000000000001.jsonl', '', 0);
    cpSync(path, path.replace('/sessions/', '/archived_sessions/'), { recursive: true });
    const run = (...args: string[]) =>
      runCli(['sessions', '--home', home, ...args], { env: { HOME: home, COLUMNS: '80' } });
    const { sessions } = JSON.parse((await run('--json', '--agent', 'codex')).stdout);
    const used = { requests: 3, input: 15_963, cached: 12_288, cache_write: 0, output: 261, reasoning: 192 };
    expect(sessions.map(({ usage }: { usage: unknown }) => usage)).toEqual([
      { ...used, total: 16_224, cost_usd: 0.032349, unpriced: {} },
      null,
    ]);
    const without = JSON.parse((await run('--json', '--no-usage', '--agent', 'codex')).stdout);
    expect(without.sessions[0].usage).toBe(null);
    const table = await run('--usage');
    expect(table.stdout).toMatch(/ tokens +cost .*\n.* 16\.2k +\$0\.03 /);
    expect(table.stdout).toMatch(/ - +- /);
    expect((await run()).stdout).not.toContain('cost');
    expect(await run('--usage', '--no-usage')).toMatchObject({ exitCode: 2 });
  });
});
