import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { FoldedBlock, FoldedSession } from '../src/archive/model/thread-sink.ts';
import { connect, type ServerDatabase } from '../src/fleet/postgres/connect.ts';
import { migrate } from '../src/fleet/postgres/migrate.ts';
import { createPostgresSink } from '../src/fleet/postgres/postgres-sink.ts';
import {
  blockColumns,
  INSERT_BLOCKS,
  indexedBlock,
  type PlacedBlock,
  placeBlocks,
} from '../src/fleet/postgres/write-blocks.ts';
import { limits } from '../src/limits/index.ts';
import { type PostgresServer, startPostgres } from '../test/postgres/server.ts';
import { print } from './print.ts';
import { rounds } from './rounds.ts';
import { compareWork } from './work-run.ts';

const ROWS = 20_000;
const ROUNDS = rounds(3);
const SEARCHES = 200;
/** In which the system counts. */
const TICK_MS = 10;

/** The archive on PostgreSQL against what the server itself can do. Tells whether all targets were met. */
export async function comparePostgres(scale: number): Promise<boolean> {
  const server = await startPostgres({ fsync: true });
  if ('skip' in server) {
    print(`target postgres: skipped (${server.skip})`);
    return true;
  }
  try {
    const url = await server.createDatabase();
    await migrate({ url });
    const passed = await compare(server, url, Math.ceil(ROWS * scale));
    return (await compareWork(server, scale)) && passed;
  } finally {
    await server.close();
  }
}

async function compare(server: PostgresServer, url: string, count: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const database = await connect({ url });
  try {
    const write = await measureWriting(client, makeBlocks(count));
    const again = await measureDuplicates(database, makeBlocks(count));
    const search = await measureSearch(client);
    print(
      `PostgreSQL ${server.major}, ${count} rows of 700 bytes: one by one ${write.single.toFixed(0)} rows/s, by arrays ` +
        `${write.arrays.toFixed(0)}, COPY ${write.copy.toFixed(0)} (CPU ms ${write.arraysCpu.toFixed(0)}, ${write.copyCpu.toFixed(0)}); with all indexes, ms: first ${again.first.toFixed(0)}, ` +
        `again ${again.again.toFixed(0)}; a rare word, ms: ${search.owner.toFixed(2)}, behind the wall ${search.reader.toFixed(2)}`,
    );
    return [
      atLeast('arrays of 1000 rows against one insert a row', write.arrays / write.single, 10),
      atLeast(
        'arrays of 1000 rows against bare COPY, rows by CPU of client and server',
        write.copyCpu / write.arraysCpu,
        0.6,
      ),
      atMost('a session that is written again, against the first time', again.again / again.first, 0.7),
      atMost("a rare word by the function, against the owner's own query", search.reader / search.owner, 1.5),
    ].every(Boolean);
  } finally {
    await database.close();
    await client.end();
  }
}

function makeBlocks(count: number): PlacedBlock[] {
  const words = Array.from({ length: 5000 }, () =>
    randomBytes(4)
      .toString('hex')
      .slice(0, 3 + Math.floor(Math.random() * 6)),
  );
  const pick = () => words[Math.floor(Math.random() ** 3 * words.length)] ?? '';
  const blocks = Array.from(
    { length: count },
    (_, index): FoldedBlock => ({
      message: `message-${index}`,
      role: 'assistant',
      kind: 'text',
      inherited: false,
      at: Date.UTC(2026, 10, 1) + index * 1000,
      line: index,
      text: `${Array.from({ length: 110 }, pick).join(' ')} unique${index}x`,
    }),
  );
  return placeBlocks(blocks, 0);
}

/** Rows a second, the best of some rounds; the text is indexed by none of them, because that costs each the same. */
async function measureWriting(client: pg.Client, blocks: readonly PlacedBlock[]) {
  await client.query('set search_path = threadline');
  await client.query('create table bench_block (like block, primary key (session_id, seq))');
  const insert = INSERT_BLOCKS.replace('insert into block(', 'insert into bench_block(');
  const values = (part: readonly PlacedBlock[]) => blockColumns(1, '1', part, part.map(indexedBlock));
  const batches: unknown[][] = [];
  for (let from = 0; from < blocks.length; from += limits.rowsAtOnce)
    batches.push(values(blocks.slice(from, from + limits.rowsAtOnce)));
  const alone = blocks.slice(0, Math.ceil(blocks.length / 20)).map((block) => values([block]));
  const best = {
    single: 0,
    arrays: 0,
    copy: 0,
    arraysCpu: Number.POSITIVE_INFINITY,
    copyCpu: Number.POSITIVE_INFINITY,
  };
  const time = async (name: 'single' | 'arrays' | 'copy', rows: number, run: () => Promise<void>) => {
    await client.query('truncate bench_block');
    const [start, cpu] = [performance.now(), await cpuMs(client)];
    await run();
    best[name] = Math.max(best[name], (rows * 1000) / (performance.now() - start));
    const used = (await cpuMs(client)) - cpu;
    if (name !== 'single') best[`${name}Cpu`] = Math.min(best[`${name}Cpu`], used);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await time('single', alone.length, async () => {
      for (const row of alone) await client.query(insert, row);
    });
    await time('arrays', blocks.length, async () => {
      for (const batch of batches) await client.query(insert, batch);
    });
    const bytes = await copyOut(client, 'bench_block');
    await time('copy', blocks.length, () => copyIn(client, 'bench_block', bytes));
  }
  await client.query('drop table bench_block');
  return best;
}

/** Of this process and of the server's process that serves it, where the system tells; a busy machine only ever adds time. */
async function cpuMs(client: pg.Client): Promise<number> {
  const { user, system } = process.cpuUsage();
  const { rows } = await client.query('select pg_backend_pid() as id');
  const stat = `/proc/${rows[0].id}/stat`;
  const fields = existsSync(stat) ? (readFileSync(stat, 'latin1').split(') ')[1]?.split(' ') ?? []) : [];
  return (user + system) / 1000 + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** What the driver's types leave out. */
interface CopyConnection {
  sendCopyFromChunk(bytes: Uint8Array): void;
  endCopyFrom(): void;
}

/** The driver has no COPY of its own, but all that it takes. To a file only a superuser may copy. */
function copyOut(client: pg.Client, table: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(`copy ${table} to stdout`),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => chunks.push(Buffer.from(chunk)),
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(Buffer.concat(chunks)),
      handleError: reject,
    } as pg.Submittable);
  });
}

function copyIn(client: pg.Client, table: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(`copy ${table} from stdin`),
      handleCopyInResponse(connection: CopyConnection) {
        for (let from = 0; from < bytes.length; from += 65_536)
          connection.sendCopyFromChunk(bytes.subarray(from, from + 65_536));
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as pg.Submittable);
  });
}

/** With all indexes, as a worker does it. */
async function measureDuplicates(database: ServerDatabase, blocks: readonly PlacedBlock[]) {
  const sink = createPostgresSink(database, { tenant: 1 });
  const found = { first: Number.POSITIVE_INFINITY, again: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    const fold = sessionOf(
      `t${round}`,
      blocks.map(({ block }) => block),
    );
    for (const name of ['first', 'again'] as const) {
      const start = performance.now();
      await sink.putSession(fold);
      found[name] = Math.min(found[name], performance.now() - start);
    }
  }
  return found;
}

function sessionOf(threadId: string, blocks: readonly FoldedBlock[]): FoldedSession {
  return {
    head: {
      key: { agent: 'codex', threadId, home: '/home' },
      path: `/home/${threadId}.jsonl`,
      archived: false,
      status: { now: 'done', until: 0, later: 'done' },
      turns: 1,
      messages: blocks.length,
      tools: 0,
      errors: 0,
      problems: 0,
      size: 1,
    },
    blocks,
  };
}

/** Milliseconds for a word that three blocks hold. */
async function measureSearch(client: pg.Client) {
  await client.query('analyze block');
  await client.query("select set_config('threadline.tenant', '1', false)");
  const owner = `select time_ms(at), session_id, seq from block where tenant = 1 and words @@ $1::tsquery
    order by at desc, session_id desc, seq desc limit 21`;
  const reader = `select * from search_block($1::tsquery, 2, null, null, null, null, null, null, false, null, null, null, null, 21)`;
  const time = async (sql: string) => {
    const start = performance.now();
    for (let index = 0; index < SEARCHES; index += 1) await client.query(sql, [`'unique${index}x'`]);
    return (performance.now() - start) / SEARCHES;
  };
  const best = { owner: Number.POSITIVE_INFINITY, reader: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    best.owner = Math.min(best.owner, await time(owner));
    await client.query('set role threadline_reader');
    best.reader = Math.min(best.reader, await time(reader));
    await client.query('reset role');
  }
  return best;
}

function atMost(name: string, value: number, bound: number): boolean {
  return told(name, value, `at most ${bound}x`, value <= bound);
}

function atLeast(name: string, value: number, bound: number): boolean {
  return told(name, value, `at least ${bound}x`, value >= bound);
}

function told(name: string, value: number, bound: string, passed: boolean): boolean {
  print(`target postgres ${name}: ${value.toFixed(2)}x (${bound}) ${passed ? 'pass' : 'FAIL'}`);
  return passed;
}
