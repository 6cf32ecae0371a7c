import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { presentRedaction, redactedPrompt } from '../folding/block-redaction.ts';
import { FOLD_VERSION } from '../folding/fold-version.ts';
import type { FoldedEdits } from '../model/folded-edits.ts';
import type { SessionKey } from '../model/session-row.ts';
import { copyColumn, numberColumn, textColumn } from '../model/stored-row.ts';
import type { FoldedBlock, FoldedHead } from '../model/thread-sink.ts';
import type { TouchedCounts } from '../model/touched-counts.ts';
import { isForgotten, rememberForgotten } from './forgotten.ts';
import { nextRevision } from './revision.ts';
import { transaction } from './sqlite.ts';
import type { Statements } from './statements.ts';
import { type BlockQueue, createBlockQueue, writeBlocks } from './write-blocks.ts';
import { writeTouched } from './write-touched.ts';

/** The facts of a file for its row. */
export interface WrittenFile {
  agent: string;
  home: string;
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
  compressed: boolean;
  /** True if another file of the thread replaces it, or nobody had a session there. */
  isSuperseded: boolean;
}

/** A session to write, or the next part of one that is too large to be held whole. */
export interface SessionWrite {
  file: WrittenFile;
  identity: string;
  /** Undefined for a file that is nobody's session. */
  head?: FoldedHead | undefined;
  from: number;
  blocks: FoldedBlock[];
  /** For each of the blocks the one that others see, if another thread looked for it. */
  redacted?: readonly (FoldedBlock | undefined)[] | undefined;
  /** What the session did to files in this part, if it was looked for. */
  edits?: FoldedEdits | undefined;
  /** Files used over all parts: counts by kind of use and path. */
  touched: TouchedCounts;
  /** Present if the file was read to its end. */
  end?: { usage: Uint8Array | undefined } | undefined;
  /** The reason it could not be read to its end. */
  problem?: string | undefined;
  state?: 'bad' | 'left-out' | 'forgotten' | undefined;
}

/**
 * Writes in one transaction. `replaced`: rows that other files replace. `onSession` gets the row of each session that was
 * written. Returns the number of blocks changed.
 */
export function writeSessions(
  database: DatabaseSync,
  statements: Statements,
  writes: readonly SessionWrite[],
  replaced: ReadonlySet<number> = new Set(),
  onSession: (session: number, write: SessionWrite) => void = () => {},
): number {
  return transaction(database, () => {
    const queue = createBlockQueue(statements);
    let written = 0;
    for (const write of writes) {
      const done = writeOne(statements, queue, write, replaced);
      written += done?.written ?? 0;
      if (done) onSession(done.session, write);
    }
    queue.flush();
    return written;
  });
}

function writeOne(
  statements: Statements,
  queue: BlockQueue,
  write: SessionWrite,
  replaced: ReadonlySet<number>,
): { session: number; written: number } | undefined {
  const { head, file } = write;
  const source = writeSource(statements, write);
  writeUsage(statements, source, write);
  if (!head || write.state === 'left-out') return undefined;
  // It may have been forgotten while its file was read.
  if (write.state === 'forgotten' || isForgotten(statements, head)) {
    rememberForgotten(statements, head.key);
    statements.run("update source set state = 'forgotten', problem = null where id = ?", source);
    statements.run('delete from usage where source_id = ?', source);
    return undefined;
  }
  const known = findSession(statements, head.key);
  if (known && known.source !== source && !takeOver(statements, known.source, source, file, replaced)) return undefined;
  const session = known?.id ?? insertSession(statements, head, source);
  const isRedacted = !known || known.redaction === presentRedaction();
  const written = writeBlocks(statements, queue, {
    session,
    from: write.from,
    blocks: write.blocks,
    redacted: write.redacted,
    isEnd: write.end !== undefined,
    fallbackTime: head.startedAt ?? file.modified,
    isRedacted,
  });
  // Its parts are written from the first one on.
  if (!isRedacted) noteRedaction(statements, session, write.end !== undefined);
  const touched = write.end ? writeTouched(statements, session, write.touched) : 0;
  const blocks = countBlocks(statements, session, write);
  writeHead(statements, session, source, { ...head, blocks }, written + touched > 0);
  return { session, written };
}

/** Writes the file's row. If it held another thread, a new generation begins: that session keeps its row, as gone. */
function writeSource(statements: Statements, { file, identity, head, end, problem, state }: SessionWrite): number {
  const known = statements.get("select id, thread_id from source where path = ? and state <> 'gone'", file.path);
  // A file that can no longer be read still holds what it held.
  const thread = head?.key.threadId ?? (state === 'bad' ? textColumn(known?.thread_id) : undefined);
  let id = numberColumn(known?.id);
  if (id !== undefined && known?.thread_id !== null && known?.thread_id !== thread && leaveSession(statements, id)) {
    id = undefined;
  }
  const gone = numberColumn(
    statements.get("select id from source where path = ? and state = 'gone' and thread_id is ?", file.path, thread)?.id,
  );
  id ??=
    gone ??
    statements.run(
      `insert into source(agent, home, path, identity, size, mtime_ms, offset, state, superseded, fold)
      values (?, ?, ?, '', -1, 0, 0, 'live', 0, 0)`,
      file.agent,
      file.home,
      file.path,
    );
  statements.run(
    `update source set thread_id = ?, identity = ?, size = ?, mtime_ms = ?, state = ?, gone_ms = null, superseded = ?, fold = ?, problem = ? where id = ?`,
    thread,
    identity,
    end ? file.size : -1,
    file.modified,
    state ?? (file.compressed ? 'packed' : 'live'),
    file.isSuperseded,
    FOLD_VERSION,
    problem,
    id,
  );
  return id;
}

/** True if the file's row belongs to a session, which is gone now: the file holds another one. */
function leaveSession(statements: Statements, source: number): boolean {
  if (!statements.get('select 1 from session where source_id = ?', source)) return false;
  markGone(statements, source);
  return true;
}

export function markGone(statements: Statements, source: number): void {
  statements.run("update source set state = 'gone', gone_ms = ? where id = ?", Date.now(), source);
  statements.run('update session set revision = ? where source_id = ?', nextRevision(statements), source);
}

function writeUsage(statements: Statements, source: number, { end, state }: SessionWrite): void {
  if (!end && state === undefined) return;
  const facts = state === 'left-out' || state === 'forgotten' ? undefined : end?.usage;
  if (!facts) statements.run('delete from usage where source_id = ?', source);
  else statements.run('insert or replace into usage(source_id, facts) values (?, ?)', source, facts);
}

/** Two files may hold one thread: the newer one is the session. True if that is the new one. */
function takeOver(
  statements: Statements,
  owner: number,
  source: number,
  file: WrittenFile,
  replaced: ReadonlySet<number>,
): boolean {
  const row = statements.get('select path, mtime_ms, state, size from source where id = ?', owner);
  const isThere = row !== undefined && row.state !== 'gone' && !replaced.has(owner);
  const isNewer = isThere && (Number(row.mtime_ms) - file.modified || (String(row.path) < file.path ? -1 : 1)) > 0;
  statements.run('update source set superseded = ? where id = ?', isNewer || file.isSuperseded, source);
  if (isThere) statements.run('update source set superseded = ? where id = ?', !isNewer, owner);
  else {
    statements.run('delete from usage where source_id = ?', owner);
    statements.run('delete from source where id = ?', owner);
  }
  return !isNewer;
}

/** `isAll`: all texts of the session were looked at by the present rules. */
export function noteRedaction(statements: Statements, session: number, isAll: boolean): void {
  statements.run('update session set redaction = ? where id = ?', isAll ? presentRedaction() : undefined, session);
}

/** The row of a session. */
export interface FoundSession {
  id: number;
  source: number;
  /** The rules by which its texts were redacted. */
  redaction: string | undefined;
}

export function findSession(statements: Statements, key: SessionKey): FoundSession | undefined {
  const row = statements.get(
    `select id, source_id, redaction from session where agent = ? and thread_id = ? and (? is null or home = ?)
      order by ended_ms desc limit 1`,
    key.agent,
    key.threadId,
    key.home,
    key.home,
  );
  return row && { id: Number(row.id), source: Number(row.source_id), redaction: textColumn(row.redaction) };
}

function insertSession(statements: Statements, { key }: FoldedHead, source: number): number {
  return statements.run(
    `insert into session(agent, home, thread_id, source_id, archived, turns, messages, blocks, tools, errors, problems,
      status, status_until_ms, later_status, revision, redaction)
      values (?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 'done', 0, 'done', 0, ?)`,
    key.agent,
    key.home,
    key.threadId,
    source,
    presentRedaction(),
  );
}

/** Positions have no gaps. While a session is written in parts, its earlier blocks may follow them. */
function countBlocks(statements: Statements, session: number, { from, blocks, end }: SessionWrite): number {
  const count = from + blocks.length;
  if (end) return count;
  const last = numberColumn(statements.get('select max(seq) as seq from block where session_id = ?', session)?.seq);
  return Math.max(count, (last ?? -1) + 1);
}

const HEAD_COLUMNS = `source_id, archived, version, project, branch, model, title, first_prompt, started_ms, ended_ms, turns,
  messages, blocks, tools, errors, problems, problem, status, status_until_ms, later_status, parent_thread, forked_from,
  redacted_prompt`;

function writeHead(
  statements: Statements,
  session: number,
  source: number,
  head: FoldedHead & { blocks: number },
  isChanged: boolean,
): void {
  const values = [
    source,
    head.archived ? 1 : 0,
    head.version ?? null,
    head.project ?? null,
    head.branch ?? null,
    head.model ?? null,
    head.title ?? null,
    head.firstPrompt ?? null,
    head.startedAt ?? null,
    head.endedAt ?? null,
    head.turns,
    head.messages,
    head.blocks,
    head.tools,
    head.errors,
    head.problems,
    head.problem ?? null,
    head.status.now,
    head.status.until,
    head.status.later,
    head.parentThread ?? null,
    copyColumn(head) ?? null,
    redactedPrompt(head) ?? null,
  ];
  if (!isChanged) {
    const known = Object.values(statements.get(`select ${HEAD_COLUMNS} from session where id = ?`, session) ?? {});
    if (values.every((value, index) => value === known[index])) return;
  }
  const places = values.map(() => '?').join(', ');
  const revision = nextRevision(statements);
  statements.run(
    `update session set (${HEAD_COLUMNS}, revision) = (${places}, ?) where id = ?`,
    ...values,
    revision,
    session,
  );
}

/** The name of a session's kept copy. Archives of before recognise forgotten sessions by it. */
export function keptKey({ agent, threadId, home }: SessionKey): Buffer {
  return hash('sha256', JSON.stringify([agent, home, threadId]), 'buffer');
}
