import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../src/fleet/collect/collect-policy.ts';
import { createCollector } from '../../src/fleet/collect/collector.ts';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import { protocol } from '../../src/fleet/collect/protocol.ts';
import { createToken, tokenDigest } from '../../src/fleet/gateway/token.ts';
import { addToken, setPolicy, setTeamRetention } from '../../src/fleet/postgres/index.ts';
import { createManualClock, type TemporaryHome, temporaryHome } from '../collect/temporary-home.ts';
import { type ServedTeam, serveTeam } from './serve-team.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.
let served: ServedTeam;
let place: TemporaryHome;

async function pushToken(name: string, tenant = archive.tenant): Promise<string> {
  const token = createToken();
  await addToken(archive.database, tenant, { name, hash: tokenDigest(token) });
  return token;
}
function policy(value: object) {
  const read = readPolicy(value);
  if (typeof read === 'string') throw new Error(read);
  return read;
}
const asTeam = archive.team?.transaction;
const set = (value: object) => {
  const { version, modes, redaction } = policy(value);
  return asTeam({ role: 'team', tenant: archive.tenant }, (queries) =>
    setPolicy(queries, version, JSON.stringify({ modes, redaction })),
  );
};
const askPolicy = (token: string) =>
  fetch(`${served.url}${protocol.policy}`, { headers: { authorization: `Bearer ${token}` } });
const sourceRows = (sql: string) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, [archive.tenant]));

async function collect(token: string): Promise<void> {
  const gateway = createHttpGateway({ url: new URL(served.url), token });
  const clock = createManualClock();
  const collector = createCollector({ gateway, folder: place.state, homes: [place.home], clock });
  await collector.work();
  gateway.close();
  expect(collector.fault).toBeUndefined();
}

describe.skipIf('skip' in started)('the policy of a team server', () => {
  beforeAll(async () => {
    served = await serveTeam(archive);
  });
  afterAll(async () => {
    await served?.close();
    if (!('skip' in started)) await archive.close();
  }, 60_000);
  beforeEach(() => {
    place = temporaryHome();
  });
  afterEach(() => place.remove());

  it('is told to machines of its tenant, with its version on every answer, and to nobody else', async () => {
    const token = await pushToken('laptop-1');
    const none = await askPolicy(token);
    expect([none.status, await none.json()]).toEqual([200, expect.objectContaining({ modes: [], redaction: {} })]);
    const asked = { modes: [{ project: 'payroll', mode: 'usage' }], redaction: { names: ['acme_pin'] } };
    expect(await set(asked)).toBe(true);
    expect(await set(asked)).toBe(false);
    const told = await askPolicy(token);
    expect(readPolicy(await told.json())).toEqual(policy(asked));
    expect(told.headers.get(protocol.policyHeader)).toBe(policy(asked).version);
    const { id } = await archive.createTenant();
    const other = await askPolicy(await pushToken('laptop', id));
    expect(readPolicy(await other.json())).toEqual(policy({}));
    expect((await askPolicy(createToken())).status).toBe(401);
    const reading = await served.tokenFor({ tenant: archive.tenant });
    expect((await askPolicy(reading)).status).toBe(401);
  });

  it('is obeyed by a collector, and what it sent knows its repository', async () => {
    const clone = join(place.state, 'clone');
    mkdirSync(join(clone, '.git'), { recursive: true });
    writeFileSync(join(clone, '.git/config'), '[remote "origin"]\nurl = https://bob:pw@github.com/Acme/App.git\n');
    await set({ modes: [{ repository: 'github.com/acme/app', mode: 'usage' }] });
    const line = (cwd: string, text: string) => `${JSON.stringify({ timestamp: 't', payload: { cwd, text } })}\n`;
    writeFileSync(place.session(1), line(clone, 'words of the clone'));
    writeFileSync(place.session(2), line('/srv', 'words of others'));
    const moved = join(place.state, 'moved');
    writeFileSync(place.session(3), line(moved, 'words of nobody knows where'));
    const token = await pushToken('laptop-2');
    await collect(token);
    const rowsNow = () =>
      sourceRows(
        'select mode, repository, no_repository as none from source where tenant = $1 order by repository, mode',
      );
    const known = [
      { mode: 'usage', repository: 'github.com/acme/app', none: false },
      // In no repository is something else than not known.
      { mode: 'redacted', repository: null, none: true },
    ];
    expect(await rowsNow()).toEqual([...known, { mode: 'usage', repository: null, none: false }]);
    mkdirSync(moved);
    await collect(token);
    expect((await rowsNow()).map(({ none }) => none)).toEqual([false, true, true]);
    // Whoever knows less later takes nothing back.
    rmSync(moved, { recursive: true });
    await collect(token);
    expect((await rowsNow()).map(({ none }) => none)).toEqual([false, true, true]);
  });

  it('can be set by no machine and read by no reader of the database', async () => {
    const tenant = archive.tenant;
    const ask = (role: 'gateway' | 'reader' | 'worker' | 'team', sql: string) =>
      archive.database.transaction({ role, tenant }, (queries) => queries.all(sql));
    for (const role of ['gateway', 'reader', 'worker'] as const) {
      await expect(ask(role, "select set_policy('aa', '{}')")).rejects.toThrow();
      await expect(ask(role, 'select set_retention(1, 1, 1)')).rejects.toThrow();
      await expect(ask(role, 'select * from collect_policy')).rejects.toThrow();
    }
    await expect(ask('team', 'select * from collect_policy')).rejects.toThrow();
    await expect(ask('team', 'update tenant set retain_text = null')).rejects.toThrow();
  });

  it('says how long things are kept, and leaves alone what it does not name', async () => {
    const keep = (retention: object) =>
      asTeam({ role: 'team', tenant: archive.tenant }, (queries) => setTeamRetention(queries, retention));
    const kept = async () =>
      (await sourceRows('select retain_text::text as t, retain_raw::text as r from tenant where id = $1'))[0];
    expect(await keep({})).toBe(false);
    expect(await keep({ text: 30, raw: 7 })).toBe(true);
    expect(await kept()).toEqual({ t: '30 days', r: '7 days' });
    expect(await keep({ raw: undefined })).toBe(true);
    expect(await kept()).toEqual({ t: '30 days', r: null });
    expect(await keep({ raw: undefined })).toBe(false);
  });
});
