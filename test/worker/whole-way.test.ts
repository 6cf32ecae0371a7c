import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { SendMode, ThreadStore } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { createCollector } from '../../src/fleet/collect/collector.ts';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import { createToken, openGatewayStore, startGateway, tokenDigest } from '../../src/fleet/gateway/index.ts';
import { startWorker } from '../../src/fleet/jobs/index.ts';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { addToken } from '../../src/fleet/postgres/tokens.ts';
import { codexHead, codexId, madeHome } from '../archive/made-home.ts';
import { tempArchive, tempFolder } from '../archive/temp-archive.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { fixtureHomes } from './fixture-homes.ts';
import { makeTenant, turn } from './made-tenant.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
const closers: (() => unknown)[] = [];
const faults: unknown[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  if (!skip) await archive.close();
});

/** A machine whose collector sends to a gateway; a worker folds it. */
async function fleetOf(home: string, mode: SendMode): Promise<ThreadStore> {
  const { tenant, name } = await makeTenant(archive);
  const token = createToken();
  await addToken(archive.database, tenant, { name: 'laptop', hash: tokenDigest(token) });
  const stop = new AbortController();
  const gatewayStore = await openGatewayStore(archive.url);
  const gateway = await startGateway({
    store: gatewayStore,
    port: 0,
    host: '127.0.0.1',
    onFault: (error) => faults.push(error),
  });
  const worker = await startWorker({ url: archive.url, signal: stop.signal });
  const sender = createHttpGateway({ url: new URL(`http://127.0.0.1:${gateway.port}`), token });
  const modes = [{ project: '*', mode }];
  const collector = createCollector({ homes: [home], env: {}, gateway: sender, folder: tempFolder('state'), modes });
  const collecting = collector.run(stop.signal);
  const store = await openPostgresStore({ url: archive.url, tenant: name });
  closers.push(async () => {
    stop.abort();
    await Promise.all([collecting, worker.done]);
    sender.close();
    await gateway.close();
    await gatewayStore.close();
    await store.close();
  });
  return store;
}

/** Generous: the machine that tests may be busy. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 400; look += 1) {
    if (await isDone()) return;
    await wait(100);
  }
  throw new Error('it did not come about');
}

const all = async (store: ThreadStore) =>
  (await store.listSessions({ subagents: true }, { limit: 1000 })).rows.sort((one, other) =>
    one.key.threadId < other.key.threadId ? -1 : 1,
  );

describe.skipIf(skip)('the whole way from a file to whoever reads', () => {
  it('ends with the sessions of the machine, its folders, machine and requests, and goes on with the file', async () => {
    const [gemini = ''] = fixtureHomes(tempFolder('home')).slice(-1);
    const local = await tempArchive({ homes: [gemini] });
    await local.refresh();
    const expected = await all(local);
    const store = await fleetOf(gemini, 'full');
    await until(async () => (await all(store)).length === expected.length);
    const { rows: requests } = await local.usageRows({}, { limit: 1000 });
    await until(async () => (await store.usageRows({}, { limit: 1000 })).rows.length === requests.length);
    const found = await all(store);
    const facts = found.map(({ key, project, messages, machine }) => ({ key, project, messages, machine }));
    expect(facts).toEqual(
      expected.map(({ key, project, messages }) => ({ key, project, messages, machine: 'laptop' })),
    );
    expect(expected.every(({ project }) => project !== undefined)).toBe(true);
  }, 120_000);

  it('shows a line that is appended to a file, and in mode `usage` counts alone', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1, 'a private thing'));
    const stores = { full: await fleetOf(home.path, 'full'), usage: await fleetOf(home.path, 'usage') };
    const turns = async (store: ThreadStore) => (await all(store)).map((row) => row.turns);
    await until(async () => (await turns(stores.full))[0] === 1 && (await turns(stores.usage))[0] === 1);
    appendFileSync(home.file(1), turn(2, 'another one'));
    await until(async () => (await turns(stores.full))[0] === 2 && (await turns(stores.usage))[0] === 2);
    const key = { agent: 'codex', threadId: codexId(1) };
    const blocks = await stores.full.readBlocks(key, { from: 0, count: 100 });
    expect(blocks.map(({ text }) => text)).toContain('another one');
    expect(await stores.usage.readBlocks(key, { from: 0, count: 100 })).toEqual([]);
    const sums = [await stores.full.usage({ by: 'agent' }), await stores.usage.usage({ by: 'agent' })];
    expect(sums[0]).toMatchObject([{ requests: 2 }]);
    expect(sums[1]).toEqual(sums[0]);
    expect(JSON.stringify(await all(stores.usage))).not.toMatch(/private|another/);
    expect(faults).toEqual([]);
  }, 120_000);
});
