import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { listSessions } from 'threadline/sessions';
import { sessionUsage } from 'threadline/usage';
import { expect, it } from 'vitest';
import { tempArchive } from '../archive/temp-archive.ts';
import { temporaryFolder } from './scan-files.ts';

const RECORDED = fileURLToPath(new URL('../fixtures/opencode/1.2.27/s3-files/session/opencode.db', import.meta.url));
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
