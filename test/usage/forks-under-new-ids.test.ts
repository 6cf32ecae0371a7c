import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { listSessions } from 'threadline/sessions';
import { scanUsage, sessionUsage } from 'threadline/usage';
import { expect, it } from 'vitest';
import { tempArchive } from '../archive/temp-archive.ts';
import { temporaryFolder } from './scan-files.ts';

const RECORDED = fileURLToPath(new URL('../fixtures/opencode/1.2.27/s3-files/session/opencode.db', import.meta.url));
const PRINTED = fileURLToPath(new URL('../fixtures/opencode/1.2.27/s3-files/stdout.jsonl', import.meta.url));
const FORK = 'ses_0000000000ffeForkedFromTheOther';

/** A home with a recorded session, and its fork as OpenCode makes one: first in the list, with ids and rows of its own. */
function homeWithFork(): { home: string; database: DatabaseSync; origin: string } {
  const home = join(temporaryFolder(), 'opencode');
  mkdirSync(home, { recursive: true });
  cpSync(RECORDED, join(home, 'opencode.db'));
  const database = new DatabaseSync(join(home, 'opencode.db'));
  const [session] = database.prepare('select * from session').all();
  if (!session) throw new Error('no session was recorded');
  const origin = String(session.id);
  const now = Date.now();
  const put = (table: string, row: Record<string, unknown>) => {
    const made: Record<string, unknown> = { ...row, time_created: now, time_updated: now };
    const names = Object.keys(made);
    database
      .prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      .run(...(Object.values(made) as string[]));
  };
  const renamed = (id: unknown) => String(id).replace(/_/, '_fork');
  put('session', { ...session, id: FORK, slug: 'a-fork', title: 'Mock title (fork #1)' });
  for (const row of database.prepare('select * from message order by id').all())
    put('message', { ...row, id: renamed(row.id), session_id: FORK });
  for (const row of database.prepare('select * from part order by id').all())
    put('part', { ...row, id: renamed(row.id), message_id: renamed(row.message_id), session_id: FORK });
  return { home, database, origin };
}

async function requestsIn(home: string): Promise<Record<string, number>> {
  const totals = await sessionUsage((await listSessions({ homes: [home] })).map(({ path }) => path));
  return Object.fromEntries([...totals].map(([name, { requests }]) => [name, requests]));
}

it('counts what a fork copied under new ids for its origin, and for the fork where the origin is gone', async () => {
  const { home, database, origin } = homeWithFork();
  expect(await requestsIn(home)).toEqual({ [`opencode:${origin}`]: 7 });
  const archive = await tempArchive({ homes: [home] });
  await archive.refresh();
  expect(await archive.usage({ by: 'session' })).toMatchObject([{ key: origin, requests: 7 }]);
  database.exec(`delete from session where id = '${origin}'`);
  database.exec(`delete from message where session_id = '${origin}'; delete from part where session_id = '${origin}'`);
  database.close();
  expect(await requestsIn(home)).toEqual({ [`opencode:${FORK}`]: 7 });
});

/** What `opencode export` writes of a session, where `--sanitize` blots every text out. */
function exportOf(database: DatabaseSync, id: string, isSanitized: boolean): string {
  const row = (sql: string, ...names: string[]) => database.prepare(sql).all(...names) as Record<string, string>[];
  const [session] = row('select * from session where id = ?', id);
  const messages = row('select * from message where session_id = ? order by id', id).map((message) => ({
    info: { ...JSON.parse(message.data ?? ''), id: message.id, sessionID: id },
    parts: row('select * from part where message_id = ? order by id', message.id ?? '').map((part) => {
      const data = JSON.parse(part.data ?? '');
      const text = isSanitized && data.type === 'text' ? { text: `[redacted:text:${part.id}]` } : {};
      return { ...data, ...text, id: part.id, messageID: message.id, sessionID: id };
    }),
  }));
  const time = { created: session?.time_created, updated: session?.time_updated };
  return JSON.stringify({ info: { id, directory: session?.directory, version: session?.version, time }, messages });
}

async function countIn(paths: readonly string[]): Promise<number> {
  let count = 0;
  for await (const _ of scanUsage(paths)) count += 1;
  return count;
}

it('counts a session once beside its export, also one without its texts, and beside what the run printed', async () => {
  const { home, database, origin } = homeWithFork();
  const stored = (await listSessions({ homes: [home] })).map(({ path }) => path);
  const [whole, sanitized] = [join(home, 'export.json'), join(home, 'sanitized.json')];
  writeFileSync(whole, exportOf(database, origin, false));
  writeFileSync(sanitized, exportOf(database, origin, true));
  database.close();
  for (const paths of [
    [whole],
    [sanitized],
    [...stored, whole],
    [...stored, sanitized],
    [sanitized, ...stored],
    [PRINTED, ...stored],
  ])
    expect(await countIn(paths), paths.join()).toBe(7);
});
