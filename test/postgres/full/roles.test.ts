import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { connect, type ServerDatabase } from '../../../src/fleet/postgres/connect.ts';
import { checkVersion, migrate, SCHEMA_VERSION } from '../../../src/fleet/postgres/migrate.ts';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { type PostgresServer, startPostgres } from '../server.ts';

const started = await startPostgres();
const server = started as PostgresServer; // Where there is none nothing below runs.
afterAll(async () => {
  if (!('skip' in started)) await server.close();
});

async function withDatabase<Result>(url: string, use: (database: ServerDatabase) => Promise<Result>): Promise<Result> {
  const database = await connect({ url });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

const epochOf = (url: string) =>
  withDatabase(url, (database) =>
    database.transaction({ role: 'gateway' }, async (queries) =>
      String((await queries.get('select current_epoch() as epoch'))?.epoch),
    ),
  );

/** A cluster of its own, whose roles are not there yet. */
async function otherServer(use: (other: PostgresServer) => Promise<void>): Promise<void> {
  const other = await startPostgres();
  if ('skip' in other) throw new Error(other.skip);
  try {
    await use(other);
  } finally {
    await other.close();
  }
}

/** An owner who may do nothing but own a database. */
async function plainOwner(other: PostgresServer): Promise<string> {
  const [user, name] = [`plain_${randomUUID().slice(0, 8)}`, `database_${randomUUID().slice(0, 8)}`];
  await other.ask(`create role ${user} login`);
  await other.ask(`create database ${name} owner ${user}`);
  const url = new URL(other.url(name));
  url.username = user;
  return url.href;
}

describe.skipIf('skip' in started)('the roles of an archive', () => {
  it('are made by an owner who is no superuser and may create roles, and he acts as each of them', async () => {
    const url = await server.createDatabase();
    await migrate({ url });
    await (await openPostgresStore({ url })).close();
    await withDatabase(url, async (database) => {
      for (const role of ['reader', 'gateway', 'worker'] as const) await checkVersion(database, role);
      const rights = 'select rolsuper, rolcreaterole from pg_roles where rolname = session_user';
      expect(await database.transaction({ role: 'owner' }, (queries) => queries.all(rights))).toEqual([
        { rolsuper: false, rolcreaterole: true },
      ]);
    });
  });

  it('are asked for in one sentence where the owner may not make them, and suffice where somebody else did', async () => {
    await otherServer(async (other) => {
      const url = await plainOwner(other);
      await expect(migrate({ url })).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining('may not create roles: as a superuser run `alter role USER createrole`'),
      });
      for (const name of ['reader', 'gateway', 'worker', 'team'])
        await other.ask(`create role threadline_${name} nologin`);
      await expect(migrate({ url })).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining(
          'grant threadline_reader, threadline_gateway, threadline_worker, threadline_team to USER',
        ),
      });
      const user = new URL(url).username;
      await other.ask(`grant threadline_reader, threadline_gateway, threadline_worker, threadline_team to ${user}`);
      expect(await migrate({ url })).toEqual({ from: 0, to: SCHEMA_VERSION });
      await (await openPostgresStore({ url })).close();
    });
  });

  it('get all their rights again by each migrate', async () => {
    const url = await server.createDatabase();
    await migrate({ url });
    const before = await rightsOf(url);
    expect(before.length).toBeGreaterThan(40);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const what of ['tables', 'functions']) {
      const roles = 'public, threadline_reader, threadline_gateway, threadline_worker';
      await client.query(`revoke all on all ${what} in schema threadline from ${roles}`);
    }
    await client.query('grant execute on all functions in schema threadline to public');
    await client.end();
    expect(await rightsOf(url)).not.toEqual(before);
    await migrate({ url });
    expect(await rightsOf(url)).toEqual(before);
  });
});

describe.skipIf('skip' in started)('the version of an archive', () => {
  const set = (url: string, ...statements: string[]) =>
    withDatabase(url, (database) =>
      database.transaction({ role: 'owner' }, async (queries) => {
        for (const sql of statements) await queries.run(sql);
      }),
    );

  it('that is too old is read, and written only after a migrate', async () => {
    const url = await server.createDatabase();
    await migrate({ url });
    await set(url, 'delete from migration where version > 9');
    await (await openPostgresStore({ url })).close();
    await withDatabase(url, async (database) => {
      await expect(checkVersion(database, 'gateway')).rejects.toThrow('run `threadline archive migrate`');
    });
    await set(url, 'delete from migration where version > 8');
    await expect(openPostgresStore({ url })).rejects.toThrow('run `threadline archive migrate`');
  });

  it('after this one is read and written as far as it says that it may be', async () => {
    const url = await server.createDatabase();
    await migrate({ url });
    const later = SCHEMA_VERSION + 1;
    await set(
      url,
      `insert into migration(version, min_reader, min_writer) values (${later}, ${SCHEMA_VERSION}, ${later})`,
    );
    await (await openPostgresStore({ url })).close();
    await withDatabase(url, async (database) => {
      await expect(checkVersion(database, 'worker')).rejects.toThrow('a later version of threadline');
    });
    await set(url, `update migration set min_reader = ${later} where version = ${later}`);
    await expect(openPostgresStore({ url })).rejects.toThrow('a later version of threadline');
    await expect(migrate({ url })).rejects.toThrow('a later version of threadline');
  });
});

describe.skipIf('skip' in started)('the epoch of an archive', () => {
  it('stays while the server is killed and started, and is another one in another database, or where somebody says so', async () => {
    await otherServer(async (other) => {
      const url = await other.createDatabase();
      await migrate({ url });
      const epoch = await epochOf(url);
      expect(epoch).toMatch(/^[0-9a-f]{32}$/);
      await other.kill();
      await other.start();
      expect(await epochOf(url)).toBe(epoch);
      await migrate({ url });
      expect(await epochOf(url)).toBe(epoch);
      await migrate({ url, restored: true });
      expect(await epochOf(url)).not.toBe(epoch);
      const name = new URL(url).pathname.slice(1);
      await other.ask(`create database copied template ${name} owner threadline_owner`);
      expect(await epochOf(url.replace(name, 'copied'))).not.toBe(await epochOf(url));
    });
  });
});

/** Who may do what with each table and function. */
function rightsOf(url: string): Promise<unknown[]> {
  return withDatabase(url, (database) =>
    database.transaction({ role: 'owner' }, (queries) =>
      queries.all(`select * from (
        select relname::text as name, coalesce(role.rolname, 'public') as who, privilege_type as what
          from pg_class, aclexplode(relacl) left join pg_roles as role on role.oid = grantee
          where relnamespace = 'threadline'::regnamespace and grantee <> relowner
        union select pg_proc.oid::regprocedure::text, coalesce(role.rolname, 'public'), privilege_type
          from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
            left join pg_roles as role on role.oid = grantee
          where pronamespace = 'threadline'::regnamespace and grantee <> proowner) as given order by 1, 2, 3`),
    ),
  );
}
