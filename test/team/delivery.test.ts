import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken, tokenDigest } from '../../src/fleet/gateway/token.ts';
import { RENEW_EPOCH } from '../../src/fleet/postgres/epoch.ts';
import { addToken, readSource } from '../../src/fleet/postgres/index.ts';
import { type DeliveryGateway, runDelivery } from '../collect/delivery-model.ts';
import type { Arrived } from '../collect/model-file.ts';
import { temporaryHome } from '../collect/temporary-home.ts';
import { type ServedTeam, serveTeam } from './serve-team.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const SEQUENCES = Number(process.env.THREADLINE_TEAM_MODELS ?? 3);
const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.
const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));

/** A road with accidents to a real team server on a real PostgreSQL, which goes back to what it was. */
async function startRoad() {
  const putOff: (() => Promise<unknown>)[] = [];
  let served: ServedTeam = await serveTeam(archive);
  let backups = 0;

  /** Hands a request on as it came. */
  async function act({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): Promise<Response> {
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...rest } = headers;
    const sent = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]);
    const init = { method, headers: sent, ...(method !== 'GET' && { body: new Uint8Array(body) }) };
    return fetch(served.url + url, init);
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const mishap = road.mishap(request);
    if (mishap === 'cut') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (mishap === 'busy' || mishap === 'slow-down')
      return void response.writeHead(mishap === 'busy' ? 503 : 429, { 'retry-after': '2' }).end();
    if (mishap === 'late') {
      putOff.push(() => act(request, body));
      return void request.socket.destroy();
    }
    for (const late of putOff.length > 2 ? putOff.splice(0) : []) await late();
    const answer = await act(request, body);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (mishap === 'mute') return void request.socket.destroy();
    const {
      'content-encoding': _,
      'transfer-encoding': __,
      connection: ___,
      ...told
    } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, told).end(bytes);
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const road: DeliveryGateway & { token: string; close(): Promise<void> } = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    token: '',
    mishap: () => 'none',
    async backup() {
      backups += 1;
      const [source, segment] = [`kept_source_${backups}`, `kept_segment_${backups}`];
      await asOwner(`create table ${source} as select * from source; create table ${segment} as select * from segment`);
      return async () => {
        // A restore is done while nothing runs.
        await served.close();
        await asOwner(`delete from segment; delete from job; delete from source;
          insert into source overriding system value select * from ${source}; insert into segment select * from ${segment};
          select setval(pg_get_serial_sequence('source', 'id'), coalesce(max(id), 0) + 1, false) from source; ${RENEW_EPOCH}`);
        served = await serveTeam(archive);
      };
    },
    async catchUp() {
      for (const late of putOff.splice(0)) await late();
    },
    arrived,
    async close() {
      await served.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return road;
}

async function arrived(path: string): Promise<Arrived[]> {
  const rows = await asOwner('select id, tenant, generation, head from source where path = $1', [path]);
  return Promise.all(
    rows.map(async (row) => {
      const parts: Uint8Array[] = [];
      for await (const { bytes } of readSource(archive.database, String(row.id), { tenant: Number(row.tenant) }))
        parts.push(bytes);
      return { generation: String(row.generation), head: Number(row.head), bytes: Buffer.concat(parts) };
    }),
  );
}

describe.skipIf('skip' in started)('a collector whose server is that of a team', () => {
  let road: Awaited<ReturnType<typeof startRoad>>;
  beforeAll(async () => {
    road = await startRoad();
  }, 60_000);
  afterAll(async () => {
    await road?.close();
    if (!('skip' in started)) await archive.close();
  }, 60_000);

  it(`leaves no gap and sends nothing twice, whatever happens, restores included: ${SEQUENCES} sequences`, async () => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const home = temporaryHome();
      road.token = createToken();
      await addToken(archive.database, archive.tenant, { name: `machine-${seed}`, hash: tokenDigest(road.token) });
      try {
        const violation = await runDelivery(seed, road, home);
        if (violation !== undefined) expect.fail(violation);
      } finally {
        home.remove();
      }
    }
    expect(SEQUENCES).toBeGreaterThan(0);
  }, 3_600_000);
});
