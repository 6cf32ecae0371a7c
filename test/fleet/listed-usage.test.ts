import { afterAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../src/fleet/postgres/postgres-sink.ts';
import { renewUsageSums } from '../../src/fleet/postgres/usage-sums.ts';
import { runCli } from '../cli/run-cli.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { filledSession } from '../postgres/filled-session.ts';

const started = process.env.THREADLINE_POSTGRES ? await startArchive() : { skip: 'npm run fleet does it' };
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

describe.skipIf(skip)('the usage of a server', () => {
  it.each(['day', 'week', 'month', 'session', 'project', 'model', 'agent', 'machine', 'project,model'])(
    'by %s is told by kept sums as by requests',
    async (by) => {
      const { id, name } = await archive.createTenant();
      const sink = createPostgresSink(archive.database, { tenant: id });
      for (let number = 0; number < 30; number += 1) {
        const fold = filledSession(`${by}${number}`, Date.now() - number * 9 * 60 * 60_000);
        const used = fold.usage?.map((row) => ({ ...row, input: 10 + number * 20_000, cached: number }));
        await sink.putSession({ ...fold, head: { ...fold.head, path: `/h/${by}${number}` }, usage: used });
      }
      const env = { THREADLINE_ARCHIVE: archive.url, THREADLINE_TENANT: name };
      // A bound that is a time leaves the sums out.
      const early = ['--since', '2001-01-01T00:00:00Z'];
      const ask = async (...args: string[]) =>
        JSON.parse((await runCli(['usage', '--json', '--by', by, ...args], { env })).stdout);
      const [sums, rows] = [await ask(), await ask(...early)];
      expect(sums).toEqual(rows);
      expect(sums.total.requests).toBe(30);
      expect(await ask('--machine', 'nobody')).toMatchObject({ total: { requests: 0 } });
    },
    60_000,
  );
});

describe.skipIf(skip)('the list of many sessions on a server', () => {
  it('tells by kept sums what requests one by one tell of few, with the agents that they started', async () => {
    const { id, name } = await archive.createTenant();
    const sink = createPostgresSink(archive.database, { tenant: id });
    for (let number = 0; number < 60; number += 1) {
      const fold = filledSession(`s${number}`, Date.UTC(2026, 10, 1) + number * 1000);
      // Every third one was started by the one before it.
      const parentThread = number % 3 === 2 ? `s${number - 1}` : undefined;
      const used = fold.usage?.map((row) => ({ ...row, input: 10 + number * 5000, cached: number }));
      await sink.putSession({ ...fold, head: { ...fold.head, parentThread, path: `/h/${number}` }, usage: used });
    }
    const list = async (...args: string[]) => {
      const env = { THREADLINE_ARCHIVE: archive.url, THREADLINE_TENANT: name };
      const { sessions } = JSON.parse((await runCli(['sessions', '--json', ...args], { env })).stdout);
      const facts = sessions.map((one: Record<string, unknown>) => [one.id, one]);
      return new Map<string, Record<string, unknown>>(facts);
    };
    const compare = async () => {
      const [all, few] = [await list('--limit', '0'), await list('--limit', '5')];
      expect([all.size, few.size]).toEqual([40, 5]);
      for (const [one, facts] of few) expect(all.get(one)).toEqual(facts);
    };
    // Some are not summed yet, then all are.
    await compare();
    while ((await renewUsageSums(archive.database)) > 0);
    await compare();
    const store = await openPostgresStore({ url: archive.url, tenant: name });
    expect(await store.usageSums?.()).toHaveLength(60);
    await store.close();
  }, 120_000);
});
