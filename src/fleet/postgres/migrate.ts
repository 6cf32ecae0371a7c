import { ThreadlineError } from '../../errors.ts';
import { AUDIT } from './audit.ts';
import { BACKLOG } from './backlog.ts';
import { CHOICES } from './choose-visibility.ts';
import { connect, type Queries, type ServerDatabase, type ServerRole } from './connect.ts';
import { ENROLMENT_TABLES } from './enrolment-tables.ts';
import { EPOCH, RENEW_EPOCH } from './epoch.ts';
import { COPIED_REQUESTS, FOLD_TABLES, SOURCE_TITLES } from './fold-tables.ts';
import { HANDED_OVER_COPIES } from './handed-over-copies.ts';
import { HOLD_TABLES } from './hold-tables.ts';
import { LOGIN_TOKENS } from './login-tokens.ts';
import { NO_REPOSITORY } from './no-repository.ts';
import { PERSON_NOTES } from './person-notes.ts';
import { POLICY_TABLES } from './policy-tables.ts';
import { PROJECT_RULES } from './project-rules.ts';
import { RAW_OBJECTS } from './raw-objects.ts';
import { REDACTED_TEXTS } from './redacted-texts.ts';
import { REPOSITORY_RULES } from './repository-rules.ts';
import { makeRoles, POLICIES, ROLES } from './roles.ts';
import { MONTHLY, MONTHS, TABLES } from './schema.ts';
import { SEARCH } from './search-functions.ts';
import { SEEN_PEOPLE } from './seen-people.ts';
import { SESSION_COUNTS } from './session-counts.ts';
import { STALE_WORDS } from './stale-words.ts';
import { STRICTEST_RULE } from './strictest-rule.ts';
import { TEAM_AUDIT } from './team-audit.ts';
import { TEAM_GROUPS } from './team-groups.ts';
import { TEAM_PEOPLE } from './team-people.ts';
import { TEAM_POLICIES } from './team-policies.ts';
import { TEAM_TABLES } from './team-tables.ts';
import { USAGE_BANDS, USAGE_SUMS, USAGE_THREAD } from './usage-sums.ts';
import { WORD_PARTS } from './word-parts.ts';
import { WORK_FUNCTIONS } from './work-functions.ts';
import { WORK_SUMS } from './work-sums.ts';

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
  [EPOCH, USAGE_THREAD, USAGE_BANDS].join('\n'),
  [STALE_WORDS, SESSION_COUNTS].join('\n'),
  [TEAM_TABLES, TEAM_PEOPLE, TEAM_POLICIES, TEAM_AUDIT].join('\n'),
  [
    RAW_OBJECTS,
    POLICY_TABLES,
    WORK_FUNCTIONS,
    HOLD_TABLES,
    ENROLMENT_TABLES,
    REPOSITORY_RULES,
    PROJECT_RULES,
    STRICTEST_RULE,
    CHOICES,
    WORK_SUMS,
    PERSON_NOTES,
    LOGIN_TOKENS,
  ].join('\n'),
  TEAM_GROUPS,
  [NO_REPOSITORY, SEEN_PEOPLE].join('\n'),
  WORD_PARTS,
];

export const SCHEMA_VERSION = steps.length;

/** The oldest tables that this version reads and writes, and the oldest versions of threadline that read and write these tables. */
const OLDEST = { read: 9, written: 14, team: 14, reader: 9, writer: 9 };

/** All rights, in the order in which the steps give and take them. A dump carries none of them to another cluster. */
const rightsOf = (made: readonly string[]) =>
  made.flatMap((step) => step.match(/^(?:grant|revoke)\b[^;]*;/gm) ?? []).join('\n');

/** The tenant that exists from the beginning. */
export const FIRST_TENANT = 'default';

export interface Migrated {
  /** The versions before and after. 0 means that there was nothing. */
  from: number;
  to: number;
}

export interface MigrateOptions {
  url: string;
  /** Makes only the roles of the cluster. A dump names them, so a restore into a fresh cluster needs them first. */
  rolesOnly?: boolean | undefined;
  /** Says that the archive was restored from an earlier state. Collectors ask about all their files again. */
  restored?: boolean | undefined;
  /** Stops at this version, 9 at the earliest, as a program of before would have: for tests of readers on older tables. */
  to?: number | undefined;
}

/**
 * Brings the tables to this version and gives all rights again, in one transaction. The user owns the database, and may create
 * roles where the cluster has not got them.
 */
export async function migrate({ url, rolesOnly, restored, to }: MigrateOptions): Promise<Migrated> {
  const database = await connect({ url, connections: 1 });
  try {
    return await database.transaction({ role: 'owner', timeoutMs: 0 }, async (queries) => {
      await makeRoles(queries);
      if (rolesOnly) return { from: 0, to: 0 };
      const migrated = await migrateWith(queries, to);
      if (restored) await queries.run(RENEW_EPOCH);
      return migrated;
    });
  } finally {
    await database.close();
  }
}

async function migrateWith(queries: Queries, to = SCHEMA_VERSION): Promise<Migrated> {
  await queries.run("select pg_advisory_xact_lock(hashtext('threadline migrate'))");
  await queries.run("select set_config('client_min_messages', 'warning', true)");
  await queries.run('create schema if not exists threadline');
  await queries.run(
    'create table if not exists migration(version int primary key, at timestamptz not null default now())',
  );
  const { version: from } = await versionOf(queries);
  if (from > SCHEMA_VERSION) throw laterVersion();
  for (const [index, step] of steps.entries()) {
    if (index < from || index >= to) continue;
    // Several statements at once: without values the driver sends them as they are.
    await queries.run(step);
    await queries.run('insert into migration(version) values ($1)', [index + 1]);
  }
  await queries.run(ROLES);
  await queries.run(rightsOf(steps.slice(0, to)));
  const range = [to, OLDEST.reader, OLDEST.writer];
  await queries.run('update migration set min_reader = $2, min_writer = $3 where version = $1', range);
  await queries.run('insert into tenant(name) values ($1) on conflict do nothing', [FIRST_TENANT]);
  await makeMonths(queries);
  return { from, to };
}

/** Makes the parts for this month, the next one, and older data. */
async function makeMonths(queries: Queries): Promise<void> {
  for (const table of MONTHLY) {
    for (const at of ['now()', "now() + interval '1 month'", "timestamptz 'epoch'"])
      await queries.run(`select make_month($1, ${at})`, [table]);
  }
}

interface ArchiveVersion {
  version: number;
  /** The oldest versions of threadline that may read and write it. */
  reader: number;
  writer: number;
}

async function versionOf(queries: Queries): Promise<ArchiveVersion> {
  // Tables of before have no such columns, and are for their own version.
  const row = await queries.get(
    `select version, to_jsonb(migration) ->> 'min_reader' as reader, to_jsonb(migration) ->> 'min_writer' as writer
      from migration order by version desc limit 1`,
  );
  const version = Number(row?.version ?? 0);
  return { version, reader: Number(row?.reader ?? version), writer: Number(row?.writer ?? version) };
}

function laterVersion(): ThreadlineError {
  return new ThreadlineError('unsupported', 'the archive was made by a later version of threadline');
}

/** Throws if the tables are too old for this version of threadline, or say that it is too old for them. */
export async function checkVersion(database: ServerDatabase, role: ServerRole = 'reader'): Promise<void> {
  const archive = await database.transaction({ role, readOnly: true }, versionOf);
  const asks = role === 'reader' ? archive.reader : archive.writer;
  const takes = role === 'reader' ? OLDEST.read : role === 'team' ? OLDEST.team : OLDEST.written;
  if (archive.version > SCHEMA_VERSION && asks > SCHEMA_VERSION) throw laterVersion();
  if (archive.version < takes) {
    const message = `the archive on ${database.name} is of an earlier version: run \`threadline archive migrate\``;
    throw new ThreadlineError('unsupported', message);
  }
}
