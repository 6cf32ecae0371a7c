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
