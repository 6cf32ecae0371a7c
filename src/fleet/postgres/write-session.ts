import { presentRedaction, redactedPrompt } from '../../archive/folding/block-redaction.ts';
import type { SessionKey } from '../../archive/model/session-row.ts';
import { copyColumn } from '../../archive/model/stored-row.ts';
import type { FoldedHead } from '../../archive/model/thread-sink.ts';
import type { Queries } from './connect.ts';
import { clean, cleanOrNull } from './postgres-raw-store.ts';
import type { SessionState } from './write-blocks.ts';

/** The row of a session, with its source. */
export interface KnownSession extends SessionState {
  source: string;
}

/** The rows of a source and of its machine. */
export interface FoldedSource {
  id: string;
  machine: string;
}

/** With `isLocked`, nobody else writes the row until the end of the transaction. */
export async function findSession(
  queries: Queries,
  tenant: number,
  { agent, threadId, home }: SessionKey,
  isLocked = false,
): Promise<KnownSession | undefined> {
  const row = await queries.get(
    `select id, source_id, revision from session where tenant = $1 and agent = $2 and md5(thread_id) = md5($3)
      and ($4::text is null or home = $4) ${isLocked ? 'for update' : ''}`,
    [tenant, clean(agent), clean(threadId), cleanOrNull(home)],
  );
  return row && { id: String(row.id), source: String(row.source_id), revision: Number(row.revision) };
}

/** Finds or makes the row. Either way nobody else writes it until the end of the transaction. */
export async function lockSession(
  queries: Queries,
  tenant: number,
  head: FoldedHead,
  source: FoldedSource,
): Promise<KnownSession> {
  const { agent, threadId, home } = head.key;
  const anyHome = { agent, threadId };
  const known = await findSession(queries, tenant, anyHome, true);
  if (known) return known;
  await queries.run(
    `insert into session(tenant, agent, thread_id, home, source_id, path, archived, turns, messages, blocks, tools, errors,
        problems, size, status, status_until, later_status, revision)
      values ($1, $2, $3, $4, $5, '', false, 0, 0, 0, 0, 0, 0, 0, 'done', 'epoch', 'done', 0) on conflict do nothing`,
    [tenant, clean(agent), clean(threadId), clean(home), source.id],
  );
  const made = await findSession(queries, tenant, anyHome, true);
  if (!made) throw new Error('a session that was just written is not there');
  return made;
}

/** Finds or makes the source of data that does not come from a collector: one for each machine and path. */
export async function makeSource(
  queries: Queries,
  tenant: number,
  { key, path, machine = '' }: FoldedHead,
): Promise<FoldedSource> {
  const name = clean(machine);
  await queries.run('insert into machine(tenant, name) values ($1, $2) on conflict do nothing', [tenant, name]);
  const { id } = (await queries.get('select id from machine where tenant = $1 and name = $2', [tenant, name])) ?? {};
  const values = [tenant, id, clean(key.agent), clean(key.home), clean(path)];
  await queries.run(
    `insert into source(tenant, machine_id, agent, home, path, path_hash, generation, mode)
      values ($1, $2, $3, $4, $5, sha256(convert_to($4 || chr(10) || $5, 'UTF8')), '', 'full') on conflict do nothing`,
    values,
  );
  const source = await queries.get(
    `select id from source where machine_id = $1 and generation = '' and path_hash = sha256(convert_to($2 || chr(10) || $3, 'UTF8'))`,
    [id, clean(key.home), clean(path)],
  );
  return { id: String(source?.id), machine: String(id) };
}

/** The columns of times, which are given in milliseconds since 1970. */
const TIMES: ReadonlySet<string> = new Set(['started_at', 'ended_at', 'status_until']);

/** Returns the number of changed rows: 0 if nothing differs. */
export function writeHead(
  queries: Queries,
  session: string,
  source: string,
  head: FoldedHead,
  blocks: number,
): Promise<number> {
  const said = {
    home: clean(head.key.home),
    source_id: source,
    path: clean(head.path),
    archived: head.archived,
    project: cleanOrNull(head.project),
    branch: cleanOrNull(head.branch),
    model: cleanOrNull(head.model),
    version: cleanOrNull(head.version),
    title: cleanOrNull(head.title),
    first_prompt: cleanOrNull(head.firstPrompt),
    started_at: head.startedAt,
    ended_at: head.endedAt,
    turns: head.turns,
    messages: head.messages,
    blocks,
    tools: head.tools,
    errors: head.errors,
    problems: head.problems,
    problem: cleanOrNull(head.problem),
    size: head.size,
    status: head.status.now,
    status_until: head.status.until,
    later_status: head.status.later,
    parent_thread: cleanOrNull(head.parentThread),
    forked_from: cleanOrNull(copyColumn(head)),
    // All its blocks were compared with what the present rules make of them.
    redaction: presentRedaction(),
    redacted_prompt: cleanOrNull(redactedPrompt(head)),
  };
  const columns = Object.keys(said);
  const places = columns.map((name, index) =>
    TIMES.has(name) ? `to_timestamp($${index + 2}::float8 / 1000)` : `$${index + 2}`,
  );
  const sql = `update session set (${columns}) = (${places}) where id = $1 and (${columns}) is distinct from (${places})`;
  return queries.run(sql, [session, ...Object.values(said)]);
}
