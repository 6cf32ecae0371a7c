import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThreadStore } from 'threadline/archive';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWorker } from '../../src/fleet/jobs/worker.ts';
import { connect } from '../../src/fleet/postgres/connect.ts';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { codexHead, codexId, codexTurn } from '../archive/made-home.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { freePort } from '../postgres/server.ts';
import { codexSource, sendingMachine } from '../worker/sent-files.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const isThere = process.env.THREADLINE_POSTGRES !== undefined && existsSync(PROGRAM);
const started = isThere ? await startArchive() : { skip: `there is no ${PROGRAM}, or npm run fleet does it` };
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const archive = started as TestArchive;
const folder = mkdtempSync(join(tmpdir(), 'threadline-pooler-'));
let pooler: ChildProcess | undefined;
let pooled = '';

beforeAll(async () => {
  if (skip) return;
  const direct = new URL(archive.url);
  const port = await freePort();
  writeFileSync(join(folder, 'users'), `"${direct.username}" ""\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    pool_mode: 'transaction',
    default_pool_size: 20,
    max_client_conn: 500,
    ignore_startup_parameters: 'extra_float_digits',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `* = host=127.0.0.1 port=${direct.port}`;
  writeFileSync(join(folder, 'pgbouncer.ini'), `[databases]\n${target}\n[pgbouncer]\n${lines.join('\n')}\n`);
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  for (const path of isRoot ? [folder, join(folder, 'users'), join(folder, 'pgbouncer.ini')] : [])
    chownSync(path, 65_534, 65_534);
  const args = [PROGRAM, join(folder, 'pgbouncer.ini')];
  const [program = '', ...rest] = isRoot
    ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...args]
    : args;
  pooler = spawn(program, rest, { stdio: 'ignore' });
  const url = new URL(archive.url);
  url.port = String(port);
  url.searchParams.set('listen', `127.0.0.1:${direct.port}`);
  pooled = url.href;
  await vi.waitFor(
    async () => {
      const database = await connect({ url: pooled });
      await database.transaction({ role: 'reader' }, (queries) => queries.all('select 1')).finally(database.close);
    },
    { timeout: 20_000, interval: 200 },
  );
}, 60_000);
afterAll(async () => {
  pooler?.kill('SIGKILL');
  if (!skip) await archive.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(skip)('behind pgbouncer, which hands a connection to another after each transaction', () => {
  it('machines send, workers fold, and fifty readers with the viewer open fit into a hundred connections', async () => {
    const { id, name } = await archive.createTenant();
    const [stop, closed] = [new AbortController(), new AbortController()];
    const worker = await startWorker({ url: pooled, signal: stop.signal });
    const stores: ThreadStore[] = [];
    const heard: Promise<string>[] = [];
    for (let number = 0; number < 50; number += 1) {
      const store = await openPostgresStore({ url: pooled, tenant: name });
      stores.push(store);
      heard.push(
        (async () => {
          for await (const { session } of store.changes('now', closed.signal)) return session.threadId;
          return '';
        })(),
      );
    }
    const database = await connect({ url: pooled });
    const machine = await sendingMachine({ ...archive, database }, id, 'laptop');
    const turn = codexTurn(1, { ask: 'what does the cat say', result: 'r', answer: 'meow' });
    // Whoever listens looks once at the beginning: each of them is heard to listen before something changes.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await machine.send(codexSource(codexId(1)), codexHead(codexId(1)) + turn);
    expect(new Set(await Promise.all(heard))).toEqual(new Set([codexId(1)]));
    const searched = stores.map((store) => store.search({ text: 'meow', mode: 'words' }, { limit: 5 }));
    const row = await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.get("select count(*) as open from pg_stat_activity where backend_type = 'client backend'"),
    );
    expect((await Promise.all(searched)).map(({ hits }) => hits.length)).toEqual(stores.map(() => 1));
    expect(Number(row?.open)).toBeLessThan(100);
    closed.abort();
    stop.abort();
    await worker.done;
    await database.close();
    for (const store of stores) await store.close();
  }, 120_000);
});
