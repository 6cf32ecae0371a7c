import { connect } from './connect.ts';
import { checkVersion } from './migrate.ts';
import { tenantNamed } from './open-store.ts';
import { type ServerStatus, serverStatus } from './status.ts';

/** How a server is: its status, its clock, and who may read past the commands of threadline. */
export interface ServerHealth extends ServerStatus {
  /** The address without user and password. */
  name: string;
  /** Seconds by which the server's clock is ahead of this machine's. */
  clockSkewSeconds: number;
  /** People's logins in the role of readers: each sees every session by SQL. */
  readerLogins: number;
}

const LOGINS = `
select count(*) as logins from pg_auth_members join pg_roles as login on login.oid = member
  where roleid = 'threadline_reader'::regrole and rolcanlogin
    and login.oid <> (select nspowner from pg_namespace where nspname = 'threadline')`;

/** Asks a server how it is, with the rights of a reader. Throws a ThreadlineError if it cannot be asked. */
export async function serverHealth(url: string, tenant: string): Promise<ServerHealth> {
  const database = await connect({ url, connections: 1 });
  try {
    await checkVersion(database);
    const status = await serverStatus(database, await tenantNamed(database, tenant));
    const before = Date.now();
    const row = await database.transaction({ role: 'reader', readOnly: true }, (queries) =>
      queries.get(`select extract(epoch from clock_timestamp()) * 1000 as now, (${LOGINS}) as logins`),
    );
    const here = (before + Date.now()) / 2;
    return {
      ...status,
      name: database.name,
      clockSkewSeconds: Math.round((Number(row?.now) - here) / 100) / 10,
      readerLogins: Number(row?.logins),
    };
  } finally {
    await database.close();
  }
}
