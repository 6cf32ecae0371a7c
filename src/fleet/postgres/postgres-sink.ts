import type { SessionKey } from '../../archive/model/session-row.ts';
import type { FoldedBlock, FoldedSession, FoldRevision, ThreadSink } from '../../archive/model/thread-sink.ts';
import { ThreadlineError } from '../../errors.ts';
import { announce } from './announce.ts';
import type { Queries, ServerDatabase } from './connect.ts';
import { forgetSources, isForgotten } from './forgotten.ts';
import { removeSessions } from './remove-sessions.ts';
import { isMonthMissing } from './server-fault.ts';
import { dropStaleWords } from './stale-words.ts';
import { addTouched, writeTouched } from './touched.ts';
import { dropWords, lockWords } from './words.ts';
import {
  type BlockPrefix,
  compareBlocks,
  countReplaced,
  insertBlocks,
  isStill,
  type PlacedBlock,
  placeBlocks,
  removeBlocks,
  type WrittenState,
} from './write-blocks.ts';
import { type FoldedSource, findSession, lockSession, makeSource, writeHead } from './write-session.ts';
import { type ScopedUsage, writeUsage } from './write-usage.ts';

export interface SinkOptions {
  tenant: number;
  /** The folded source. Without it, one is made from the session's machine and path. */
  source?: FoldedSource | undefined;
  /** Blocks with a later time, of a wrong clock, stand at the time of the session's end. Milliseconds since 1970. */
  latest?: number | undefined;
  /** Called first, in the writing transaction. If undefined, nothing is written. `usage` replaces that of the fold. */
  claim?: ((queries: Queries) => Promise<{ usage: readonly ScopedUsage[] } | undefined>) | undefined;
  /** The part before the given blocks. If it is not there unchanged, nothing is written. */
  prefix?: BlockPrefix | undefined;
  /** Written together with the session. */
  also?: ((queries: Queries) => Promise<void>) | undefined;
  /** Called with the session's state after it was written. */
  onWritten?: ((state: WrittenState) => void) | undefined;
}

const ATTEMPTS = 5;

/** Writes sessions to PostgreSQL by difference, each in one transaction. */
export function createPostgresSink(database: ServerDatabase, options: SinkOptions): ThreadSink {
  const { tenant } = options;
  const asWorker = <Result>(run: (queries: Queries) => Promise<Result>) =>
    database.transaction({ role: 'worker', tenant }, run);

  async function putSession(fold: FoldedSession): Promise<FoldRevision> {
    const blocks: FoldedBlock[] = [];
    for await (const block of fold.blocks) blocks.push(block);
    const placed = placeBlocks(blocks, fold.head.startedAt ?? fold.head.endedAt ?? 0, options.prefix);
    const { latest = Number.POSITIVE_INFINITY } = options;
    for (const one of placed) if (one.at > latest) one.at = fold.head.endedAt ?? latest;
    const writeAll = () => asWorker((queries) => write(queries, { ...options, fold, blocks, placed }));
    const { written, stale, state, isChanged } = await patiently(writeAll, () => makeMonths(asWorker, placed));
    if (state) options.onWritten?.(state);
    await dropStale(asWorker, tenant, stale);
    if (isChanged) announce(database, tenant);
    return { key: fold.head.key, written };
  }

  async function dropSession(key: SessionKey): Promise<void> {
    await patiently(() => asWorker((queries) => removeSession(queries, tenant, key)));
    while ((await dropStaleWords(database)) > 0);
  }

  return { putSession, dropSession };
}

interface Write extends SinkOptions {
  fold: FoldedSession;
  blocks: readonly FoldedBlock[];
  placed: readonly PlacedBlock[];
}

interface Written {
  written: number;
  /** Words of what was removed. */
  stale: string[];
  isChanged: boolean;
  /** Undefined if there was nothing to write. */
  state?: WrittenState | undefined;
}

const NOTHING: Written = { written: 0, stale: [], isChanged: false };

async function write(queries: Queries, { tenant, fold, blocks, placed, ...options }: Write): Promise<Written> {
  const { head } = fold;
  await lockWords(queries, tenant, false);
  if (await isForgotten(queries, tenant, head, options.source)) {
    // It came again, from another machine or in another file. That is forgotten too.
    if (options.source) await forgetSources(queries, tenant, [options.source.id]);
    return NOTHING;
  }
  const claimed = options.claim ? await options.claim(queries) : { usage: fold.usage ?? [] };
  if (!claimed) return NOTHING;
  const source = options.source ?? (await makeSource(queries, tenant, head));
  const known = await lockSession(queries, tenant, head, source);
  const { id: session, source: owner } = known;
  await queries.run(
    'insert into session_source(tenant, session_id, source_id) values ($1, $2, $3) on conflict do nothing',
    [tenant, session, source.id],
  );
  const dropped = await readDropped(queries, tenant, session);
  const { prefix } = options;
  const difference = await compareBlocks(queries, known, placed, prefix);
  if (difference.isStale) return NOTHING;
  if (!options.claim && owner !== source.id && difference.known > 0 && !extendsKnown(difference, placed.length)) {
    await noteConflict(queries, source.id, difference.same < placed.length);
    return NOTHING;
  }
  const stale = await removeBlocks(queries, session, difference.removed);
  const added = difference.added.filter(({ at }) => at < FIRST_MONTH || at >= dropped.text);
  await insertBlocks(queries, tenant, session, added);
  const written = added.length + difference.removed.length;
  const before = isStill(prefix?.state, known) ? prefix?.state?.usage : undefined;
  const requests = claimed.usage.filter(({ at }) => at >= dropped.usage);
  const usage = await writeUsage(queries, { tenant, session, machine: source.machine }, requests, before);
  const problems = head.problems + (prefix?.replaced ?? 0) + countReplaced(blocks);
  const others =
    usage.written +
    (await writeTouched(queries, tenant, session, addTouched(blocks, prefix?.touched))) +
    (await writeHead(queries, session, source.id, { ...head, problems }, (prefix?.count ?? 0) + placed.length));
  const isChanged = written + others > 0;
  await options.also?.(queries);
  const revision = isChanged ? await noteChange(queries, tenant, session) : known.revision;
  return { written, stale, isChanged, state: { id: session, revision, usage: usage.said } };
}

/** Text with an earlier time, or none, is as old as its file: `retain` asks when the file was last seen. */
const FIRST_MONTH = Date.UTC(2020, 0);

/**
 * The times up to which `retain` dropped texts and requests. A fold of the whole file does not restore them. Nothing was dropped
 * of what is under a legal hold.
 */
async function readDropped(
  queries: Queries,
  tenant: number,
  session: string,
): Promise<{ text: number; usage: number }> {
  const row = await queries.get(
    `select text_dropped_until as text, usage_dropped_until as usage from tenant
      where id = $1 and not (coalesce(text_dropped_until, usage_dropped_until) is not null and is_held($2))`,
    [tenant, session],
  );
  const until = (value: unknown) => (value instanceof Date ? value.getTime() : Number.NEGATIVE_INFINITY);
  return { text: until(row?.text), usage: until(row?.usage) };
}

/** If two files tell one thread, it belongs to the one that continues the other, and never goes back. */
function extendsKnown({ same, known }: { same: number; known: number }, count: number): boolean {
  return same === known && count > known;
}

/** A file that only has less is not a conflict. */
async function noteConflict(queries: Queries, source: string, isOther: boolean): Promise<void> {
  const problem = isOther ? 'another file tells the same thread differently' : null;
  await queries.run('update source set problem = $2 where id = $1 and problem is distinct from $2', [source, problem]);
}

/** Runs last: others who change a session wait for it, so that changes are seen in the order of their numbers. */
async function noteChange(queries: Queries, tenant: number, session: string): Promise<number> {
  const row = await queries.get(
    `with next as (update tenant set revision = revision + 1, folded_at = now() where id = $1 returning revision)
      update session set revision = next.revision from next where session.id = $2 returning session.revision`,
    [tenant, session],
  );
  return Number(row?.revision);
}

async function removeSession(queries: Queries, tenant: number, key: SessionKey): Promise<void> {
  const known = await findSession(queries, tenant, key);
  if (known) await removeSessions(queries, tenant, [known.id]);
}

type AsWorker = <Result>(run: (queries: Queries) => Promise<Result>) => Promise<Result>;

async function dropStale(asWorker: AsWorker, tenant: number, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await asWorker(async (queries) => {
    await lockWords(queries, tenant, true);
    await dropWords(queries, words);
  });
}

async function makeMonths(asWorker: AsWorker, blocks: readonly PlacedBlock[]): Promise<void> {
  const months = new Map(blocks.map(({ at }) => [new Date(Math.min(at, 8.64e15)).toISOString().slice(0, -17), at]));
  const sql = "select make_month('block', placed(to_timestamp(at / 1000))) from unnest($1::float8[]) as at";
  await asWorker((queries) => queries.run(sql, [[...months.values()]]));
}

/** Retries if another writer of the same rows was in the way, or a month has no table yet. */
async function patiently<Result>(run: () => Promise<Result>, makeRoom?: () => Promise<void>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isBusy = error instanceof ThreadlineError && error.code === 'busy';
      const isFull = makeRoom !== undefined && isMonthMissing(error);
      if (attempt === ATTEMPTS || !(isBusy || isFull)) throw error;
      if (isFull) await makeRoom();
    }
  }
}
