import { ThreadlineError } from '../../errors.ts';
import { presentRedaction, redactText } from '../folding/block-redaction.ts';
import type { Reading } from '../model/reading.ts';
import type { SearchHit, SearchPage } from '../model/search-query.ts';
import { hitSession, textColumn } from '../model/stored-row.ts';
import { type Span, snippetAround } from '../query/snippet.ts';
import { decodeBlock } from './block-record.ts';
import type { Candidate } from './candidates.ts';
import { createChunkReader } from './chunks.ts';
import { NOT_REDACTED, promptFor } from './reading.ts';
import { readRedacted } from './redacted-blocks.ts';
import { readSetting } from './settings.ts';
import type { SqliteRow, Statements } from './statements.ts';

/** A candidate with its text. */
export interface FoundBlock {
  candidate: Candidate;
  text: Buffer;
  /** The bytes around the text, and the columns that others see instead of the block's. */
  bytes: Buffer;
  columns: SqliteRow;
}

export interface HitReader {
  /** Undefined for a text that can no longer be read: `verify` reports it. */
  withText(candidate: Candidate): FoundBlock | undefined;
  hitOf(found: FoundBlock, span: Span, context: number): SearchHit;
}

export function createHitReader(statements: Statements, reading: Reading): HitReader {
  const read = createChunkReader(statements);
  return {
    withText(candidate) {
      const { id, chunk, start, bytes: length, isRedacted } = candidate;
      try {
        const { bytes, columns } = isRedacted ? readRedacted(statements, id) : { bytes: read(chunk), columns: {} };
        return { candidate, text: bytes.subarray(start, start + length), bytes, columns };
      } catch (error) {
        if (error instanceof ThreadlineError) return undefined;
        throw error;
      }
    },
    hitOf({ candidate, bytes, columns }, span, context) {
      const row = statements.get('select * from block where id = ?', candidate.id) ?? {};
      const { message, role, kind, tool, error, at, text } = decodeBlock({ ...row, ...columns }, bytes);
      return {
        ...sessionOf(statements, reading, row.session_id),
        message,
        seq: Number(row.seq),
        role,
        kind,
        tool,
        error,
        at,
        ...snippetAround(text, span, context),
      };
    },
  };
}

function sessionOf(statements: Statements, reading: Reading, id: SqliteRow[string] | undefined) {
  const row = statements.get(
    `select session.agent, session.home, session.thread_id, title, first_prompt, redacted_prompt, redaction, project,
      source.state = 'gone' as gone from session join source on source.id = session.source_id where session.id = ?`,
    id,
  );
  const shown = promptFor(reading, row ?? {});
  if (reading === 'owner') return hitSession(shown);
  const safe = (value: unknown) => {
    const text = textColumn(value);
    return text === undefined ? null : redactText(text);
  };
  return hitSession({ ...shown, title: safe(shown.title), project: safe(shown.project) });
}

/** What was searched, and how new it is. */
export function searchedOf(
  statements: Statements,
  reading: Reading,
): Pick<SearchPage, 'searched' | 'freshAt' | 'unredacted'> {
  const count = (sql: string, ...values: string[]) => Number(statements.get(sql, ...values)?.count);
  const all = count('select count(*) as count from session');
  const unredacted =
    reading === 'owner'
      ? 0
      : count(`select count(*) as count from session where ${NOT_REDACTED}`, presentRedaction(), presentRedaction());
  const of = Math.max(all, Number(readSetting(statements, 'found') ?? 0));
  const freshAt = Number(readSetting(statements, 'fresh') ?? 0);
  return { searched: { sessions: all - unredacted, of }, freshAt, ...(unredacted > 0 && { unredacted }) };
}
