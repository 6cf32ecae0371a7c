import type { ServerDatabase } from './connect.ts';

/** What an operator asks first: which version, how far behind, which machines are silent. */
export interface ServerStatus {
  /** The version of the tables, and of the server itself: `18.4`. */
  version: number;
  server: string;
  epoch: string;
  bytes: number;
  sessions: number;
  sources: number;
  jobs: number;
  lagSeconds: number;
  parked: number;
  foldedAt: Date | undefined;
  machines: MachineStatus[];
}

export interface MachineStatus {
  name: string;
  owner: string | undefined;
  /** To a minute. */
  seenAt: Date | undefined;
  sources: number;
  bytes: number;
}

const FACTS = `
select (select max(version) from migration) as version, current_setting('server_version') as server,
  current_epoch() as epoch, pg_database_size(current_database()) as bytes,
  (select count(*) from session where tenant = $1) as sessions, (select count(*) from source where tenant = $1) as sources,
  (select folded_at from tenant where id = $1) as folded_at, jobs, lag_seconds, parked from backlog()`;

const MACHINES = `
select name, owner, machine.seen_at, count(source.id) as sources, coalesce(sum(head), 0) as bytes
  from machine left join source on source.machine_id = machine.id where machine.tenant = $1
  group by machine.id order by machine.seen_at desc nulls last, name`;

export function serverStatus(database: ServerDatabase, tenant: number): Promise<ServerStatus> {
  return database.transaction({ role: 'reader', tenant, readOnly: true }, async (queries) => {
    const facts = await queries.get(FACTS, [tenant]);
    const machines = await queries.all(MACHINES, [tenant]);
    return {
      version: Number(facts?.version),
      server: String(facts?.server),
      epoch: String(facts?.epoch),
      bytes: Number(facts?.bytes),
      sessions: Number(facts?.sessions),
      sources: Number(facts?.sources),
      jobs: Number(facts?.jobs),
      lagSeconds: Number(facts?.lag_seconds),
      parked: Number(facts?.parked),
      foldedAt: facts?.folded_at instanceof Date ? facts.folded_at : undefined,
      machines: machines.map((row) => ({
        name: String(row.name),
        owner: typeof row.owner === 'string' ? row.owner : undefined,
        seenAt: row.seen_at instanceof Date ? row.seen_at : undefined,
        sources: Number(row.sources),
        bytes: Number(row.bytes),
      })),
    };
  });
}
