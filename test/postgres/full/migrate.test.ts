import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../../../src/fleet/postgres/connect.ts';
import { migrate, SCHEMA_VERSION } from '../../../src/fleet/postgres/migrate.ts';
import { startPostgres } from '../server.ts';

const server = await startPostgres();
const skip = 'skip' in server ? server.skip : false;
afterAll(async () => {
  if (!('skip' in server)) await server.close();
});

describe.skipIf(skip)('migrate', () => {
  const open = () => {
    if ('skip' in server) throw new Error(server.skip);
    return server.createDatabase();
  };

  it('makes the tables once, whoever else is at it', async () => {
    const url = await open();
    const made = await Promise.all([migrate({ url }), migrate({ url }), migrate({ url })]);
    expect(made.map(({ from }) => from).sort()).toEqual([0, SCHEMA_VERSION, SCHEMA_VERSION]);
    expect(await migrate({ url })).toEqual({ from: SCHEMA_VERSION, to: SCHEMA_VERSION });
  });

  it('that fails leaves everything as it was, and succeeds the next time', async () => {
    const url = await open();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const tables = async () =>
      (
        await client.query(
          "select relname from pg_class join pg_namespace as space on space.oid = relnamespace where nspname = 'threadline'",
        )
      ).rows;
    // A table that stands where the last step puts one.
    await client.query('create schema threadline; create table threadline.folded_source(id int)');
    await expect(migrate({ url })).rejects.toMatchObject({ code: '42P07' });
    expect(await tables()).toEqual([{ relname: 'folded_source' }]);
    await client.query('drop table threadline.folded_source');
    expect(await migrate({ url })).toEqual({ from: 0, to: SCHEMA_VERSION });
    await client.end();
  });

  it('has a wall around every table that names a tenant', async () => {
    const url = await open();
    await migrate({ url });
    const database = await connect({ url });
    const open_ = await database.transaction({ role: 'owner' }, (queries) =>
      queries.all(`select relname from pg_class where relnamespace = 'threadline'::regnamespace and relkind in ('r', 'p')
        and not relrowsecurity and relname <> 'migration'`),
    );
    expect(open_).toEqual([]);
    await database.close();
  });
});
