import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createToken, tokenDigest } from '../../src/fleet/gateway/index.ts';
import { addToken, findTenant, readSource } from '../../src/fleet/postgres/index.ts';
import { migrate } from '../../src/fleet/postgres/migrate.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import type { Arrived } from './model-file.ts';

export const program = fileURLToPath(new URL('../../bin/threadline.js', import.meta.url));

const run = promisify(execFile);

/** What stands before PostgreSQL: a gateway, or a team server that folds too. */
export type Front = 'gateway' | 'team';

/** A real gateway or team server before a real PostgreSQL, each in processes of its own that can be killed. */
export interface RealFleet {
  archive: TestArchive;
  url: string;
  gateway(): ChildProcess;
  /** A token for a machine of that name, or for a group whose machines name themselves. */
  token(name: string, group?: boolean): Promise<string>;
  /** Ends the gateway at once, and starts it again in the same place. */
  killGateway(): Promise<void>;
  startGateway(): Promise<void>;
  /** Keeps what is there now, and gives a function that brings it back, as an operator does while nothing else runs. */
  backup(): Promise<() => Promise<void>>;
  /** All that a machine sent, by path. */
  arrived(machine: string): Promise<Map<string, Arrived[]>>;
  close(): Promise<void>;
}

export async function startRealFleet(front: Front = 'gateway'): Promise<RealFleet | { skip: string }> {
  const archive = await startArchive();
  if ('skip' in archive) return archive;
  const { url: databaseUrl } = archive;
  // One that is known before: collectors have to find it again after a kill.
  const port = 20_000 + ((process.pid + (front === 'team' ? 7919 : 0)) % 20_000);
  const folder = mkdtempSync(join(tmpdir(), 'threadline-fleet-'));
  const frontUrl = front === 'team' ? await teamUrl(archive) : databaseUrl;
  const team = front === 'team' ? teamOptions(folder, port) : [];
  let gateway: ChildProcess | undefined;

  async function startGateway(): Promise<void> {
    const started = spawn(process.execPath, [program, front, '--port', String(port), ...team], {
      env: { ...process.env, THREADLINE_ARCHIVE: frontUrl, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    gateway = started;
    await Promise.race([once(started.stdout, 'data'), once(started, 'exit')]);
    if (started.exitCode !== null) throw new Error(`the ${front} does not start`);
  }

  async function killGateway(): Promise<void> {
    const killed = gateway;
    if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
    killed.kill('SIGKILL');
    await once(killed, 'exit');
  }

  process.once('exit', () => gateway?.kill('SIGKILL'));
  await startGateway();
  return {
    archive,
    url: `http://127.0.0.1:${port}`,
    gateway: () => gateway as ChildProcess, // It was just started.
    async token(name, group = false) {
      const token = createToken();
      const tenant = await findTenant(archive.database, 'default');
      await addToken(archive.database, tenant, { name, hash: tokenDigest(token), group });
      return token;
    },
    killGateway,
    startGateway,
    async backup() {
      const { programs = '' } = archive.server;
      const dump = join(folder, `${performance.now()}.dump`);
      const plain = ['--no-owner', '--no-privileges'];
      const whole = ['--format=custom', '--enable-row-security', '--schema=threadline', `--file=${dump}`];
      await run(join(programs, 'pg_dump'), [...plain, ...whole, databaseUrl]);
      return async () => {
        await archive.database.transaction({ role: 'owner', timeoutMs: 0 }, (queries) =>
          queries.run('drop schema threadline cascade'),
        );
        await run(join(programs, 'pg_restore'), ['--exit-on-error', ...plain, `--dbname=${databaseUrl}`, dump]);
        await migrate({ url: databaseUrl });
      };
    },
    arrived: (machine) => arrivedOf(archive, machine),
    async close() {
      await killGateway();
      await archive.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The login of a team server that folds too, which owns nothing. */
async function teamUrl({ server, url }: TestArchive): Promise<string> {
  const login = `team_server_${process.pid}`;
  await server.ask(
    `create role ${login} login password 'x' in role threadline_team, threadline_gateway, threadline_worker`,
  );
  return url.replace(/\/\/[^@]*@/, `//${login}:x@`);
}

function teamOptions(folder: string, port: number): string[] {
  const config = join(folder, 'team.json');
  writeFileSync(config, '{"oidc": {"issuer": "https://id.example", "client_id": "threadline"}}');
  return ['--config', config, '--public-url', `http://127.0.0.1:${port}`, '--with-worker'];
}

async function arrivedOf({ database }: TestArchive, machine: string): Promise<Map<string, Arrived[]>> {
  const tenant = await findTenant(database, 'default');
  const sql =
    'select s.id, s.path, s.generation, s.head from source s join machine m on m.id = s.machine_id where m.name = $1';
  const rows = await database.transaction({ role: 'owner' }, (queries) => queries.all(sql, [machine]));
  const found = new Map<string, Arrived[]>();
  for (const row of rows) {
    const parts: Uint8Array[] = [];
    for await (const { bytes } of readSource(database, String(row.id), { tenant })) parts.push(bytes);
    const arrived = { generation: String(row.generation), head: Number(row.head), bytes: Buffer.concat(parts) };
    const path = String(row.path);
    found.set(path, [...(found.get(path) ?? []), arrived]);
  }
  return found;
}
