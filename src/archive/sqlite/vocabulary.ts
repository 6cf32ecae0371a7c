import type { DatabaseSync } from 'node:sqlite';
import { archiveLimits } from '../../limits/archive.ts';
import type { Vocabulary } from '../query/plan-exact.ts';

/** The snapshot of all words, and the chunks that it covers. */
export interface VocabularySnapshot extends Vocabulary {
  /** Chunks with greater ids are newer: their words may be missing. */
  upTo: number;
}

const LINE_FEED = 10;
const WORDS_AT_ONCE = 10_000;

/** Reads the indexer's snapshot. If there is none, it is empty, so that everything is scanned. */
export function readVocabulary(database: DatabaseSync): VocabularySnapshot {
  const rows = database.prepare('select up_to, terms from vocabulary order by id').all();
  const pieces = rows.flatMap(({ terms }) => (terms instanceof Uint8Array ? [terms] : []));
  return createVocabulary(Buffer.concat([Buffer.of(LINE_FEED), ...pieces]), Number(rows[0]?.up_to ?? 0));
}

/** `terms`: each word between newlines. */
export function createVocabulary(terms: Buffer, upTo: number): VocabularySnapshot {
  return {
    upTo,
    find(part, where) {
      const needle = Buffer.from(where === 'end' ? `${part}\n` : part);
      const found: string[] = [];
      for (let at = terms.indexOf(needle); at !== -1; ) {
        const start = terms.lastIndexOf(LINE_FEED, at) + 1;
        const end = terms.indexOf(LINE_FEED, at);
        found.push(terms.toString('utf8', start, end));
        if (found.length > archiveLimits.maxVocabularyHits) return undefined;
        at = terms.indexOf(needle, end);
      }
      return found;
    },
  };
}

/** Rebuilds the snapshot if much was added since. Call it inside a transaction. */
export function renewVocabulary(database: DatabaseSync, isForced = false): boolean {
  const upTo = Number(database.prepare('select up_to from vocabulary').get()?.up_to ?? 0);
  // Checks only what was added since: this also runs whenever nothing is new.
  const added = database
    .prepare('select coalesce(sum(bytes), 0) as bytes, coalesce(max(id), ?1) as last from chunk where id > ?1')
    .get(upTo);
  if (!isForced && Number(added?.bytes) < archiveLimits.vocabularyLagBytes) return false;
  database.exec('delete from vocabulary');
  const insert = database.prepare('insert into vocabulary(up_to, terms) values (?, ?)');
  for (const piece of termPieces(database)) insert.run(Number(added?.last), piece);
  return true;
}

/** Reads some words at a time, joined by SQLite: a row for each would cost too much. Bytes survive a damaged index. */
function* termPieces(database: DatabaseSync): Generator<Uint8Array> {
  const piece = database.prepare(
    `select cast(group_concat(term, char(10)) || char(10) as blob) as terms, cast(max(term) as blob) as last
      from (select term from word_list where term > cast(? as text) limit ${WORDS_AT_ONCE})`,
  );
  for (let last: Uint8Array = new Uint8Array(); ; ) {
    const found = piece.get(last);
    if (!(found?.terms instanceof Uint8Array && found.last instanceof Uint8Array)) return;
    yield found.terms;
    last = found.last;
  }
}
