import { hash } from 'node:crypto';
import { FOLD_VERSION } from '../../archive/folding/fold-version.ts';
import { reviewTimes } from '../../archive/folding/usage-facts.ts';
import type { SessionRow } from '../../archive/model/session-row.ts';
import { latestTime } from '../../machine/facts/last-active.ts';
import type { Queries } from '../postgres/connect.ts';
import { isForgotten } from '../postgres/forgotten.ts';
import { clean } from '../postgres/postgres-raw-store.ts';
import { createPostgresSink } from '../postgres/postgres-sink.ts';
import { removeSessions } from '../postgres/remove-sessions.ts';
import type { BlockPrefix, WrittenState } from '../postgres/write-blocks.ts';
import { findSession } from '../postgres/write-session.ts';
import type { HeldFold } from './held-fold.ts';
import { askForFold, endJob, type FoldJob, restJob } from './jobs.ts';
import type { KeptSource, ReadMark, SourceReader } from './kept-source.ts';
import { parentsOfReview, sessionUsage, usageApart } from './session-usage.ts';
import type { Verdict } from './whose-session.ts';

/** The fold of a source, with the verdict on its session. */
export interface JudgedFold {
  source: KeptSource;
  /** The extent up to which it was read. */
  read: ReadMark | undefined;
  job: FoldJob;
  key: SessionRow['key'];
  verdict: Verdict;
  /** Present if the session belongs to the source. */
  held: HeldFold | undefined;
  /** The packed usage of its requests. */
  usage: Uint8Array | undefined;
  /** The session's source while this one was judged. */
  owner: string | undefined;
  /** The source that has the thread's own id, if this one is kept beside it. */
  beside?: string | undefined;
  /** The missing file that this one continues. */
  waitingFor: string | undefined;
  /** For a growing source: what was written of it before. It is folded whole when it rests. */
  growing?: { prefix: BlockPrefix; onWritten(state: WrittenState): void } | undefined;
}

const KEPT = 'file_id, waiting_for, length, digest, conflict_with, usage, review_ms, reviews_from_ms, reviews_to_ms';

/** A file id is a UUID or about as long. A longer one names nothing that could arrive. */
const LONGEST_FILE_ID = 200;

/** Writes all or nothing. Returns false, and writes nothing, if another source took the session meanwhile. */
export async function writeFold({ database, tenant }: SourceReader, folded: JudgedFold): Promise<boolean> {
  const { source, held, growing, key } = folded;
  if (!held) {
    return database.transaction({ role: 'worker', tenant }, async (queries) => {
      const session = await lockThread(queries, tenant, folded);
      if (!session) return false;
      await writeBeside(queries, tenant, folded, session.id);
      return true;
    });
  }
  let isWritten = false;
  const sink = createPostgresSink(database, {
    tenant,
    source,
    latest: latestTime(source.file.modified),
    async claim(queries) {
      const session = await lockThread(queries, tenant, folded);
      if (!session) return undefined;
      const usage = await sessionUsage(queries, session.id, source, held.usage);
      return { usage: folded.beside === undefined ? usage : await usageApart(queries, usage, folded.beside, key) };
    },
    prefix: growing?.prefix,
    also: (queries) => writeSource(queries, tenant, folded),
    onWritten(state) {
      isWritten = true;
      growing?.onWritten(state);
    },
  });
  await sink.putSession({ head: held.head, blocks: held.blocks });
  return isWritten;
}

/** Makes a second worker on the thread wait. Undefined if the session has another owner by now, or was forgotten. */
async function lockThread(
  queries: Queries,
  tenant: number,
  { key, owner, source }: JudgedFold,
): Promise<{ id: string | undefined } | undefined> {
  const name = hash('sha256', JSON.stringify([tenant, key.agent, key.threadId]), 'buffer');
  await queries.run('select pg_advisory_xact_lock($1)', [name.readBigInt64BE().toString()]);
  const known = await findSession(queries, tenant, { agent: key.agent, threadId: key.threadId });
  if (known?.source !== owner || (await isForgotten(queries, tenant, { key }, source))) return undefined;
  return { id: known?.id };
}

/** Writes a source whose session is shown from another source, which may have to count this one's usage. */
async function writeBeside(
  queries: Queries,
  tenant: number,
  folded: JudgedFold,
  session: string | undefined,
): Promise<void> {
  const { source, owner } = folded;
  await queries.run(
    'insert into session_source(tenant, session_id, source_id) values ($1, $2, $3) on conflict do nothing',
    [tenant, session, source.id],
  );
  if (owner !== undefined && (await isNews(queries, folded))) await askForFold(queries, tenant, [owner]);
  await writeSource(queries, tenant, folded);
}

async function writeSource(queries: Queries, tenant: number, folded: JudgedFold): Promise<void> {
  await leaveOthers(queries, tenant, folded);
  const isFirst = !(await queries.get('select 1 from folded_source where source_id = $1', [folded.source.id]));
  await saveSource(queries, tenant, folded);
  await wakeWaiting(queries, tenant, folded, isFirst);
  if (folded.growing) await restJob(queries, folded.job, folded.read?.length ?? 0);
  else await endJob(queries, folded.job);
}

/** A source tells one session. One that was kept under another id goes, and those that it stood beside hear of it. */
async function leaveOthers(queries: Queries, tenant: number, { source, key, beside }: JudgedFold): Promise<void> {
  const known = await queries.get('select conflict_with from folded_source where source_id = $1', [source.id]);
  const before = typeof known?.conflict_with === 'string' ? known.conflict_with : undefined;
  if (before === undefined && beside === undefined) return;
  const told = await queries.all(
    `select session.id, session.source_id from session_source join session on session.id = session_id
      where session_source.source_id = $1 and session.agent = $2 and md5(thread_id) <> md5($3)`,
    [source.id, clean(key.agent), clean(key.threadId)],
  );
  const idsOf = (rows: typeof told) => rows.map(({ id }) => String(id));
  await removeSessions(queries, tenant, idsOf(told.filter(({ source_id }) => String(source_id) === source.id)));
  await queries.run('delete from session_source where source_id = $1 and session_id = any($2::bigint[])', [
    source.id,
    idsOf(told),
  ]);
  if (before === beside) return;
  const others = [before, beside].filter((one) => one !== undefined);
  await askForFold(queries, tenant, [...others, ...(await childrenOf(queries, source, key))]);
}

/** Sub-agents of the same home name their parent by the id that it has there. */
async function childrenOf(
  queries: Queries,
  source: KeptSource,
  { agent, threadId }: SessionRow['key'],
): Promise<string[]> {
  const rows = await queries.all(
    `select session.source_id from session join source on source.id = session.source_id
      where session.agent = $1 and starts_with($2, parent_thread) and source.machine_id = $3 and session.home = $4`,
    [clean(agent), clean(threadId), source.machine, clean(source.file.home ?? '')],
  );
  return rows.map(({ source_id }) => String(source_id));
}

/** True if the shown source has news: another request, a conflict, or that there is none any more. */
async function isNews(queries: Queries, { source, usage, verdict, owner, beside }: JudgedFold): Promise<boolean> {
  const known = await queries.get('select usage, conflict_with from folded_source where source_id = $1', [source.id]);
  const conflict = typeof known?.conflict_with === 'string' ? known.conflict_with : undefined;
  if (conflict !== (beside ?? (verdict.isConflict ? owner : undefined))) return true;
  if (!usage || !verdict.tellsMore) return false;
  return !(known?.usage instanceof Uint8Array && Buffer.from(usage).equals(known.usage));
}

async function saveSource(queries: Queries, tenant: number, folded: JudgedFold): Promise<void> {
  const { source, read, usage, verdict, owner, waitingFor } = folded;
  const { beganAt, from, to } = reviewTimes(usage);
  if (!read) throw new TypeError('a source is read to its end before it is written');
  await queries.run(
    `insert into folded_source(source_id, tenant, agent, ${KEPT}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (source_id) do update set (${KEPT}) = row($4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      source.id,
      tenant,
      source.file.agent?.name ?? '',
      source.file.rolloutId,
      waitingFor !== undefined && waitingFor.length <= LONGEST_FILE_ID ? clean(waitingFor) : undefined,
      read.length,
      read.digest,
      folded.beside ?? (verdict.isConflict ? owner : undefined),
      usage,
      beganAt === undefined ? undefined : Math.floor(beganAt),
      from === undefined ? undefined : Math.floor(from),
      to === undefined ? undefined : Math.ceil(to),
    ],
  );
  await queries.run('update source set folded = $2, fold = $3, problem = $4 where id = $1', [
    source.id,
    read.end,
    FOLD_VERSION,
    problemOf(folded),
  ]);
}

function problemOf({ verdict, owner, beside, key, waitingFor }: JudgedFold): string | undefined {
  if (beside !== undefined) return `source ${beside} is another session of this id, so it is kept as ${key.threadId}`;
  if (verdict.isConflict) return `conflict: source ${owner} tells the same thread in another way, and is shown`;
  return waitingFor === undefined ? undefined : 'waiting: it goes on from a file that is not here yet';
}

/** Asks for a new fold of forks that were folded without this file, and of sources that counted this review's usage. */
async function wakeWaiting(
  queries: Queries,
  tenant: number,
  { source, usage }: JudgedFold,
  isFirst: boolean,
): Promise<void> {
  const { rolloutId, agent } = source.file;
  const parents = isFirst ? await parentsOfReview(queries, source, reviewTimes(usage)) : [];
  const forks = await queries.all('select source_id from folded_source where agent = $1 and waiting_for = $2', [
    agent?.name,
    rolloutId,
  ]);
  const wanted = [...parents, ...forks.map(({ source_id }) => String(source_id))];
  if (wanted.length > 0) await askForFold(queries, tenant, wanted);
}
