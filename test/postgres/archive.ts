import { connect, type ServerDatabase } from '../../src/fleet/postgres/connect.ts';
import { migrate } from '../../src/fleet/postgres/migrate.ts';
import { type PostgresOptions, type PostgresServer, startPostgres } from './server.ts';

/** An archive on a real server, for the tests of one file. */
export interface TestArchive {
  server: PostgresServer;
  url: string;
  database: ServerDatabase;
  /** Another tenant, who has nothing yet. */
  createTenant(): Promise<{ id: number; name: string }>;
  createMachine(tenant: number, name?: string): Promise<string>;
  close(): Promise<void>;
}

export async function startArchive(options: PostgresOptions = {}): Promise<TestArchive | { skip: string }> {
  const server = await startPostgres(options);
  if ('skip' in server) return server;
  const url = await server.createDatabase();
  await migrate({ url });
  const database = await connect({ url });
  let count = 0;
  return {
    server,
    url,
    database,
    async createTenant() {
      count += 1;
      const name = `tenant ${count}`;
      const row = await database.transaction({ role: 'owner' }, (queries) =>
        queries.get('insert into tenant(name) values ($1) returning id', [name]),
      );
      return { id: Number(row?.id), name };
    },
    async createMachine(tenant, name = 'laptop') {
      const row = await database.transaction({ role: 'owner' }, (queries) =>
        queries.get('insert into machine(tenant, name) values ($1, $2) returning id', [tenant, name]),
      );
      return String(row?.id);
    },
    async close() {
      await database.close();
      await server.close();
    },
  };
}
