import type { DatabaseSync } from 'node:sqlite';
import { archiveLimits } from '../../limits/archive.ts';
import type { Reading } from '../model/reading.ts';
import type { Vocabulary } from '../query/plan-exact.ts';
import type { Statements } from './statements.ts';

/** The snapshot of all words, and the chunks that it covers. */
export interface VocabularySnapshot extends Vocabulary {
  /** Chunks with greater ids are newer: their words may be missing. */
  upTo: number;
  /** The words that hold one of two texts and are about as long as both together. */
  holding(halves: readonly [string, string]): Set<string>;
}

const LINE_FEED = 10;
const WORDS_AT_ONCE = 10_000;

/** Reads the indexer's snapshot. If there is none, it is empty, so that everything is scanned. */
export function readVocabulary(statements: Statements, reading: Reading): VocabularySnapshot {
  const most = reading === 'owner' ? 1 : 0;
  const rows = statements.all('select up_to, terms from vocabulary where secret <= ? order by id', most);
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
    holding: (halves) => new Set(halves.flatMap((half) => wordsHolding(terms, half, halves.join('').length))),
  };
}

/** A word with more letters more or less is not near: `nearWords` says so too. */
const LENGTH_APART = 2;

function wordsHolding(terms: Buffer, part: string, length: number): string[] {
  const found: string[] = [];
  for (let at = terms.indexOf(part); at !== -1; ) {
    const end = terms.indexOf(LINE_FEED, at);
    const word = terms.toString('utf8', terms.lastIndexOf(LINE_FEED, at) + 1, end);
    if (Math.abs(word.length - length) <= LENGTH_APART) found.push(word);
    at = terms.indexOf(part, end);
  }
  return found;
}

/** More words than this are near to nothing. */
const MOST_NEAR_WORDS = 20_000;

/**
 * The present words that hold one of the texts, but for those of secrets. Reads the whole index only where there is no
 * snapshot of it. Words that are newer than the snapshot are found by their beginning, which the index has in order.
 */
export function wordsWithAny(
  statements: Statements,
  [one, other]: readonly [string, string],
  snapshot: VocabularySnapshot,
): string[] {
  if (snapshot.upTo === 0) return scanWords(statements, [one, other]);
  const begun = statements.all(
    `select term from word_list where term >= ? and term < ? limit ${MOST_NEAR_WORDS}`,
    one,
    `${one}\u{10ffff}`,
  );
  const words = snapshot.holding([one, other]);
  // The snapshot may hold words of texts that are gone.
  const isPresent = (word: string) => statements.get('select 1 from word_list where term = ?', word) !== undefined;
  for (const word of words) if (!isPresent(word)) words.delete(word);
  for (const { term } of begun) words.add(String(term));
  return [...words];
}

function scanWords(statements: Statements, [one, other]: readonly [string, string]): string[] {
  const rows = statements.all(
    `select term from word_list where instr(term, ?) > 0 or instr(term, ?) > 0 limit ${MOST_NEAR_WORDS}`,
    one,
    other,
  );
  return rows.map(({ term }) => String(term));
}

/** Rebuilds the snapshot if much was added since. Call it inside a transaction. */
export function renewVocabulary(database: DatabaseSync, isForced = false): boolean {
  const upTo = Number(database.prepare('select up_to from vocabulary').get()?.up_to ?? 0);
  // Checks only what was added since: this also runs whenever nothing is new. What others find, and how fast, must not
  // depend on texts with secrets, so their lengths do not count.
  const added = database
    .prepare(
      `select coalesce(sum(iif(secret = 0, bytes, 0)), 0) as bytes, coalesce(max(id), :upTo) as last from chunk where id > :upTo`,
    )
    .get({ upTo });
  if (!isForced && Number(added?.bytes) < archiveLimits.vocabularyLagBytes) return false;
  database.exec('delete from vocabulary');
  const insert = database.prepare('insert into vocabulary(up_to, terms, secret) values (?, ?, ?)');
  for (const [secret, list] of ['word_list', 'secret_word_list'].entries()) {
    for (const piece of termPieces(database, list)) insert.run(Number(added?.last), piece, secret);
  }
  return true;
}

/** Reads some words at a time, joined by SQLite: a row for each would cost too much. Bytes survive a damaged index. */
function* termPieces(database: DatabaseSync, list: string): Generator<Uint8Array> {
  const piece = database.prepare(
    `select cast(group_concat(term, char(10)) || char(10) as blob) as terms, cast(max(term) as blob) as last
      from (select term from ${list} where term > cast(? as text) limit ${WORDS_AT_ONCE})`,
  );
  for (let last: Uint8Array = new Uint8Array(); ; ) {
    const found = piece.get(last);
    if (!(found?.terms instanceof Uint8Array && found.last instanceof Uint8Array)) return;
    yield found.terms;
    last = found.last;
  }
}
