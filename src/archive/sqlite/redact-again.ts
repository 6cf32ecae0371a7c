import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { rulesMark } from '../../core/redact/redaction-version.ts';
import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { nextTurn } from '../../machine/sessions/next-turn.ts';
import { presentRedaction, redactPrompt } from '../folding/block-redaction.ts';
import { textColumn } from '../model/stored-row.ts';
import type { FoldedBlock } from '../model/thread-sink.ts';
import { timeOfId } from './block-ids.ts';
import { decodeBlock } from './block-record.ts';
import { createChunkReader } from './chunks.ts';
import { NOT_REDACTED } from './reading.ts';
import { readSetting, writeSetting } from './settings.ts';
import { transaction } from './sqlite.ts';
import type { SqliteRow, Statements } from './statements.ts';
import { createBlockQueue, writeBlocks } from './write-blocks.ts';
import { noteRedaction } from './write-session.ts';
import { insertTouched } from './write-touched.ts';

const BLOCKS_AT_ONCE = 1000;

/**
 * Looks at sessions again that were redacted by other rules, the newest first, some at a time. Until then they are told to
 * nobody but their owner. `isQuick`: what the archive noted of the rules counts.
 */
export async function redactAgain(
  database: DatabaseSync,
  statements: Statements,
  isStopped: () => boolean,
  isQuick = false,
): Promise<void> {
  const noted = isQuick ? notedRedaction(statements) : undefined;
  // The list in order reads all sessions, and mostly none is due.
  const stale = isRedactionDue(statements, noted) ? staleSessions(statements) : [];
  for (let next = 0; next < stale.length && !isStopped(); await nextTurn()) {
    transaction(database, () => {
      for (let bytes = 0; next < stale.length && bytes < archiveLimits.indexBatchBytes; next += 1) {
        bytes += redactSession(statements, Number(stale[next]?.id));
      }
    });
  }
  if (noted === undefined) noteRedactionOfRules(statements);
  if (readSetting(statements, MOVED) !== undefined) transaction(database, () => mergeWords(statements));
}

/** The newest first. */
function staleSessions(statements: Statements): SqliteRow[] {
  const sql = `select id from session where ${NOT_REDACTED} order by ended_ms desc`;
  return statements.all(sql, presentRedaction(), presentRedaction());
}

/** True if there is something to look at again. */
export function isRedactionDue(statements: Statements, redaction = presentRedaction()): boolean {
  const sql = `select 1 from session where ${NOT_REDACTED} limit 1`;
  return statements.get(sql, redaction, redaction) !== undefined;
}

/** The setting with the version of the rules, after their mark. */
const NOTED = 'redaction-of-rules';

/** The version of the present rules, if the archive noted it: to find it takes a tenth of a search on a small home. */
export function notedRedaction(statements: Statements): string | undefined {
  const [mark, version] = readSetting(statements, NOTED)?.split(' ') ?? [];
  return mark === rulesMark(crc32) ? version : undefined;
}

function noteRedactionOfRules(statements: Statements): void {
  const note = `${rulesMark(crc32)} ${presentRedaction()}`;
  if (readSetting(statements, NOTED) !== note) writeSetting(statements, NOTED, note);
}

/** The setting of an archive in which texts went from one word index to the other. */
const MOVED = 'words-moved';

/** The snapshot of words goes: it may hold words of secrets. */
function noteMoved(statements: Statements): void {
  statements.run('delete from vocabulary');
  writeSetting(statements, MOVED, '1');
}

/** A word index keeps words of removed texts until it is merged. */
function mergeWords(statements: Statements): void {
  if (readSetting(statements, MOVED) === undefined) return;
  for (const table of ['word', 'secret_word']) statements.run(`insert into ${table}(${table}) values('optimize')`);
  statements.run('delete from setting where name = ?', MOVED);
}

/** Returns the bytes of its texts. Call it inside a transaction. */
function redactSession(statements: Statements, session: number): number {
  const row = statements.get(
    `select source_id, redaction, state from session join source on source.id = source_id where session.id = ?`,
    session,
  );
  // Another process may have removed it, or was faster.
  if (!row || row.redaction === presentRedaction()) return 0;
  const hasFile = row.state === 'live' || row.state === 'packed';
  let size = 0;
  for (let from = 0; ; ) {
    const { blocks, time, bytes, count } = readBlocks(statements, session, from);
    if (count === 0) break;
    if (hasFile && blocks.some(({ omitted }) => omitted !== undefined)) {
      // A text that was cut is redacted before its cut: its file is folded again, and the session is told after that.
      statements.run('update source set size = -1 where id = ?', row.source_id);
      return size + bytes;
    }
    const queue = createBlockQueue(statements);
    const write = { session, from, blocks, isEnd: false, fallbackTime: time, isRedacted: false };
    if (writeBlocks(statements, queue, write) > 0) noteMoved(statements);
    queue.flush();
    size += bytes;
    from += count;
  }
  redactFacts(statements, session);
  noteRedaction(statements, session, true);
  return size;
}

/** Redacts what is known of a session besides its blocks, from what is stored of it. */
export function redactFacts(statements: Statements, session: number): void {
  const prompt = textColumn(statements.get('select first_prompt from session where id = ?', session)?.first_prompt);
  const safe = prompt === undefined ? undefined : redactPrompt(prompt);
  statements.run('update session set redacted_prompt = ? where id = ?', safe, session);
  for (const { path, how, count } of statements.all('select * from touched where session_id = ?', session)) {
    insertTouched(statements, session, String(path), String(how), Number(count));
  }
}

interface StoredBlocks {
  /** Blocks in a row, as many as can be read. */
  blocks: FoldedBlock[];
  /** The place of the first one among all blocks. */
  time: number;
  bytes: number;
  /** The number of rows to go on after. One that cannot be read counts: `verify` reports it. */
  count: number;
}

/** Whole messages. Read each time anew, because writing some blocks moves others. */
function readBlocks(statements: Statements, session: number, from: number): StoredBlocks {
  const read = createChunkReader(statements, 2);
  const found: StoredBlocks = { blocks: [], time: 0, bytes: 0, count: 0 };
  for (const row of blockRows(statements, session, from)) {
    const block = readBlock(row, read);
    const isNext = block?.message !== found.blocks.at(-1)?.message;
    const isFull = found.count >= BLOCKS_AT_ONCE || found.bytes >= archiveLimits.indexBatchBytes;
    if (found.count === 0) found.time = timeOfId(Number(row.id));
    else if (!block || (isNext && isFull)) break;
    found.count += 1;
    if (!block) break;
    found.blocks.push(block);
    found.bytes += block.text.length;
  }
  return found;
}

function* blockRows(statements: Statements, session: number, first: number): Generator<SqliteRow> {
  const sql = 'select * from block where session_id = ? and seq >= ? order by seq limit ?';
  for (let from = first; ; from += BLOCKS_AT_ONCE) {
    const rows = statements.all(sql, session, from, BLOCKS_AT_ONCE);
    yield* rows;
    if (rows.length < BLOCKS_AT_ONCE) return;
  }
}

function readBlock(row: SqliteRow, read: (chunk: number) => Buffer): FoldedBlock | undefined {
  try {
    const { input, ...block } = decodeBlock(row, read(Number(row.chunk_id)));
    return { ...block, input: input && JSON.stringify(input) };
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}
