import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createToken, tokenDigest } from '../../src/fleet/gateway/index.ts';
import { addToken, findTenant, readSource } from '../../src/fleet/postgres/index.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import type { Arrived } from './model-file.ts';

export const program = fileURLToPath(new URL('../../bin/threadline.js', import.meta.url));

/** A real gateway before a real PostgreSQL, each in processes of its own that can be killed. */
export interface RealFleet {
  archive: TestArchive;
  url: string;
  gateway(): ChildProcess;
  /** A token for a machine of that name, or for a group whose machines name themselves. */
  token(name: string, group?: boolean): Promise<string>;
  /** Ends the gateway at once, and starts it again in the same place. */
  killGateway(): Promise<void>;
  startGateway(): Promise<void>;
  /** All that a machine sent, by path. */
  arrived(machine: string): Promise<Map<string, Arrived[]>>;
  close(): Promise<void>;
}

export async function startRealFleet(): Promise<RealFleet | { skip: string }> {
  const archive = await startArchive();
  if ('skip' in archive) return archive;
  const { url: databaseUrl } = archive;
  // One that is known before: collectors have to find it again after a kill.
  const port = 20_000 + (process.pid % 20_000);
  let gateway: ChildProcess | undefined;

  async function startGateway(): Promise<void> {
    const started = spawn(process.execPath, [program, 'gateway', '--port', String(port)], {
      env: { ...process.env, THREADLINE_ARCHIVE: databaseUrl, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    gateway = started;
    await Promise.race([once(started.stdout, 'data'), once(started, 'exit')]);
    if (started.exitCode !== null) throw new Error('the gateway does not start');
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
    arrived: (machine) => arrivedOf(archive, machine),
    async close() {
      await killGateway();
      await archive.close();
    },
  };
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
