import { ThreadlineError } from '../../errors.ts';
import { AUDIT } from './audit.ts';
import { BACKLOG } from './backlog.ts';
import { connect, type Queries, type ServerDatabase, type ServerRole } from './connect.ts';
import { COPIED_REQUESTS, FOLD_TABLES, SOURCE_TITLES } from './fold-tables.ts';
import { HANDED_OVER_COPIES } from './handed-over-copies.ts';
import { REDACTED_TEXTS } from './redacted-texts.ts';
import { POLICIES, ROLES } from './roles.ts';
import { MONTHLY, MONTHS, TABLES } from './schema.ts';
import { SEARCH } from './search-functions.ts';
import { USAGE_SUMS } from './usage-sums.ts';

/** Each step turns a database of version n into version n + 1. A released step is never changed. */
const steps: readonly string[] = [
  [TABLES, MONTHS, ROLES, POLICIES, SEARCH, BACKLOG].join('\n'),
  FOLD_TABLES,
  SOURCE_TITLES,
  COPIED_REQUESTS,
  AUDIT,
  REDACTED_TEXTS,
  HANDED_OVER_COPIES,
  USAGE_SUMS,
];

export const SCHEMA_VERSION = steps.length;

/** The tenant that exists from the beginning. */
export const FIRST_TENANT = 'default';

export interface Migrated {
  /** The versions before and after. 0 means that there was nothing. */
  from: number;
  to: number;
}

/** Brings the tables to this version in one transaction. The user owns the database, and at first may create roles. */
export async function migrate({ url }: { url: string }): Promise<Migrated> {
  const database = await connect({ url, connections: 1 });
  try {
    return await database.transaction({ role: 'owner', timeoutMs: 0 }, migrateWith);
  } finally {
    await database.close();
  }
}

async function migrateWith(queries: Queries): Promise<Migrated> {
  await queries.run("select pg_advisory_xact_lock(hashtext('threadline migrate'))");
  await queries.run("select set_config('client_min_messages', 'warning', true)");
  await queries.run('create schema if not exists threadline');
  await queries.run(
    'create table if not exists migration(version int primary key, at timestamptz not null default now())',
  );
  const from = await versionOf(queries);
  if (from > SCHEMA_VERSION) throw laterVersion();
  for (const [index, step] of steps.entries()) {
    if (index < from) continue;
    // Several statements at once: without values the driver sends them as they are.
    await queries.run(step);
    await queries.run('insert into migration(version) values ($1)', [index + 1]);
  }
  await queries.run('insert into tenant(name) values ($1) on conflict do nothing', [FIRST_TENANT]);
  await makeMonths(queries);
  return { from, to: SCHEMA_VERSION };
}

/** Makes the parts for this month, the next one, and older data. */
async function makeMonths(queries: Queries): Promise<void> {
  for (const table of MONTHLY) {
    for (const at of ['now()', "now() + interval '1 month'", "timestamptz 'epoch'"])
      await queries.run(`select make_month($1, ${at})`, [table]);
  }
}

async function versionOf(queries: Queries): Promise<number> {
  return Number((await queries.get('select coalesce(max(version), 0) as version from migration'))?.version);
}

function laterVersion(): ThreadlineError {
  return new ThreadlineError('unsupported', 'the archive was made by a later version of threadline');
}

/** Throws if the tables are not those of this version. */
export async function checkVersion(database: ServerDatabase, role: ServerRole = 'reader'): Promise<void> {
  const version = await database.transaction({ role, readOnly: true }, versionOf);
  if (version > SCHEMA_VERSION) throw laterVersion();
  if (version < SCHEMA_VERSION) {
    const message = `the archive on ${database.name} is of an earlier version: run \`threadline archive migrate\``;
    throw new ThreadlineError('unsupported', message);
  }
}
