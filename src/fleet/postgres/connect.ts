import type { Pool, PoolClient } from 'pg';
import type { StoredRow } from '../../archive/model/stored-row.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { createS3Store } from '../objects/s3-store.ts';
import { loadPg } from './load-pg.ts';
import { readServerAddress } from './server-address.ts';
import { asServerFault } from './server-fault.ts';
import { readerSettings, type TeamReader } from './team-reader.ts';

/** Queries inside a transaction. Values are `$1`, `$2`, … */
export interface Queries {
  all(sql: string, values?: readonly unknown[]): Promise<StoredRow[]>;
  /** Returns the first row. */
  get(sql: string, values?: readonly unknown[]): Promise<StoredRow | undefined>;
  /** Returns the number of rows written. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
  /** What the names of functions begin with that answer this role: a team server has its own. */
  readonly functions: '' | 'team_';
}

/** The rights of a transaction. `owner`: the user that the URL names, who owns the tables. `team`: the team server. */
export type ServerRole = 'owner' | 'reader' | 'gateway' | 'worker' | 'team';

export interface TransactionOptions {
  role: ServerRole;
  /** The tenant whose rows are visible. Without it no rows are, except to the owner. */
  tenant?: number | undefined;
  /** For whom a team server reads. Without one it sees no rows of sessions. */
  reader?: TeamReader | undefined;
  /** Reads everything as of one moment, and writes nothing. */
  readOnly?: boolean | undefined;
  /** The time limit of a statement; `maxStatementMs` by default. */
  timeoutMs?: number | undefined;
}

/** A server with some connections to it. */
export interface ServerDatabase {
  /** The address without user and password. */
  readonly name: string;
  /** Where the bytes of sessions are kept, if not in the database. */
  readonly objects: ObjectStore | undefined;
  transaction<Result>(options: TransactionOptions, run: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Hears announcements on a connection of its own until the signal is aborted. Throws if the connection is lost. */
  listen(channel: string, onHeard: (payload: string) => void, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Missing parts come from libpq's variables. */
  url: string;
  /** The most connections at a time; 4 by default. */
  connections?: number | undefined;
}

/** Connects on first use. Faults of the server are ThreadlineErrors: `unreachable`, `refused`, `not-found`, … */
export async function connect({ url, connections = 4 }: ConnectOptions): Promise<ServerDatabase> {
  const { connectionString, ssl, name, listensAt, raw } = readServerAddress(url);
  const pg = await loadPg();
  const settings = {
    connectionString,
    ssl,
    connectionTimeoutMillis: fleetLimits.connectServerMs,
    application_name: 'threadline',
    keepAlive: true,
  };
  // Open connections must not keep a program from ending when it has nothing left to do.
  const pool = new pg.Pool({ ...settings, max: connections, idleTimeoutMillis: 30_000, allowExitOnIdle: true });
  // An idle connection that breaks is replaced on the next request.
  pool.on('error', () => {});
  /** Wraps what the driver throws. What a transaction itself throws is not a fault of the server. */
  const guarded: Guarded = async (ask) => {
    try {
      return await ask();
    } catch (error) {
      throw asServerFault(error, name);
    }
  };

  function listen(channel: string, onHeard: (payload: string) => void, signal: AbortSignal): Promise<void> {
    return guarded(async () => {
      const client = new pg.Client({ ...settings, ...listensAt });
      try {
        const lost = new Promise<void>((resolve, reject) => {
          client.on('error', reject);
          client.on('end', () => reject(new Error('Connection terminated')));
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        lost.catch(() => {});
        client.on('notification', (message) => onHeard(message.payload ?? ''));
        if (signal.aborted) return;
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        // Something may have come before it listened, so the caller looks once.
        onHeard('');
        await lost;
      } finally {
        // It may be lost already.
        await client.end().catch(() => {});
      }
    });
  }

  return {
    name,
    objects: raw && createS3Store(raw),
    transaction: (options, run) => transaction(pool, guarded, options, run),
    listen,
    close: () => pool.end(),
  };
}

type Guarded = <Result>(ask: () => Promise<Result>) => Promise<Result>;

async function transaction<Result>(
  pool: Pool,
  guarded: Guarded,
  options: TransactionOptions,
  run: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await guarded(() => pool.connect());
  let broken: Error | undefined;
  // A connection that breaks in use reports it twice: to the query, and as an event that would end the program.
  const onBroken = (error: Error) => {
    broken = error;
  };
  client.on('error', onBroken);
  try {
    await guarded(() => client.query(beginning(options)));
    const result = await run(queriesOf(client, guarded, options.role));
    await guarded(() => client.query('commit'));
    return result;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.off('error', onBroken);
    client.release(broken);
  }
}

/** One message to the server. Settings last for the transaction: a pooler may hand the connection to others. */
function beginning(options: TransactionOptions): string {
  const { role, tenant, reader, readOnly, timeoutMs = fleetLimits.maxStatementMs } = options;
  if (tenant !== undefined && !Number.isSafeInteger(tenant)) throw new TypeError('tenant is the number of one');
  return [
    readOnly ? 'begin isolation level repeatable read read only' : 'begin',
    ...(role === 'owner' ? [] : [`set local role threadline_${role}`]),
    'set local search_path = threadline, pg_temp',
    `set local statement_timeout = ${Math.floor(timeoutMs)}`,
    `set local idle_in_transaction_session_timeout = ${Math.floor(fleetLimits.maxIdleTransactionMs)}`,
    `set local threadline.tenant = '${tenant ?? ''}'`,
    ...(reader ? readerSettings(reader) : []),
    // With PostgreSQL's 4 MB of waiting words, a search for a rare word looks at all texts of the month instead of its index.
    ...(role === 'worker' ? [`set local gin_pending_list_limit = ${fleetLimits.maxWaitingWordsKb}`] : []),
    // What a gateway acknowledges is on the disk, whatever the server's settings.
    ...(role === 'gateway' ? ['set local synchronous_commit = on'] : []),
  ].join('; ');
}

function queriesOf(client: PoolClient, guarded: Guarded, role: ServerRole): Queries {
  const ask = (sql: string, values: readonly unknown[] = []) =>
    guarded(() => client.query<StoredRow>(sql, [...values]));
  return {
    all: async (sql, values) => (await ask(sql, values)).rows,
    get: async (sql, values) => (await ask(sql, values)).rows[0],
    run: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
    functions: role === 'team' ? 'team_' : '',
  };
}
