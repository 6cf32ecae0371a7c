import type { Reading } from '../../archive/model/reading.ts';
import { foldWord } from '../../archive/query/fold-word.ts';
import type { Vocabulary } from '../../archive/query/plan-exact.ts';
import { cutWords, type Phrase, type WordQuery } from '../../archive/query/word-query.ts';
import { archiveLimits } from '../../limits/archive.ts';
import type { Queries, ServerDatabase } from './connect.ts';

/** The index entry of a text. */
export interface IndexedWords {
  /** Each word once. */
  words: ReadonlySet<string>;
  /** 1: holds a run that is too long for a word; 2: more words than an index row can hold. */
  odd: 0 | 1 | 2;
}

/** PostgreSQL's own limit is a little higher. */
const MOST_BYTES = 900_000;

export function indexedWords(text: string): IndexedWords {
  const { words: all, isOdd } = cutWords(text);
  const words = new Set<string>();
  let bytes = 0;
  for (const word of all) {
    // In a regular expression that ignores case, a long s matches an s.
    for (const form of word.includes('ſ') ? [word, word.replaceAll('ſ', 's')] : [word]) {
      if (words.has(form)) continue;
      bytes += form.length * 3;
      if (bytes > MOST_BYTES) return { words, odd: 2 };
      words.add(form);
    }
  }
  return { words, odd: isOdd ? 1 : 0 };
}

/** True if the index may hold less of a text than its words. */
export function mayOverflow(text: string): boolean {
  return text.length * 3 > MOST_BYTES;
}

/** A query in PostgreSQL's syntax. Words hold only letters and digits, so none is special. Their order is ignored. */
export function queryText(query: WordQuery): string {
  const phrase = ({ words, isPrefix }: Phrase): string => {
    const all = words.map((word, index) => `'${foldWord(word)}'${isPrefix && index === words.length - 1 ? ':*' : ''}`);
    return `(${all.join(' & ')})`;
  };
  return query.map((phrases) => `(${phrases.map(phrase).join(' | ')})`).join(' & ');
}

/** All present words of a tenant, for its owner with those of secrets. They are written with the blocks that hold them. */
export function createVocabulary(queries: Queries, reading: Reading): Vocabulary {
  const wordsWith = reading === 'owner' ? 'words_with' : 'redacted_words_with';
  return {
    async find(part, where) {
      const most = archiveLimits.maxVocabularyHits + 1;
      const rows = await queries.all(`select ${queries.functions}${wordsWith}($1, $2, $3) as word`, [
        foldWord(part),
        where === 'end',
        most,
      ]);
      return rows.length === most ? undefined : rows.map(({ word }) => String(word));
    },
  };
}

/** Writers of blocks share this lock. Dropping words takes it alone, or a word could go that a new block needs. */
export async function lockWords(queries: Queries, tenant: number, isAlone: boolean): Promise<void> {
  const how = isAlone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await queries.run(`select ${how}(hashtext('threadline words'), $1)`, [tenant]);
}

/** Words that all may know, and those of texts that hold secrets. */
type WordTable = 'word' | 'secret_word';

/** Words that were in removed blocks go from both tables, if no block is left that holds them. */
export async function dropWords(queries: Queries, words: readonly string[]): Promise<number> {
  if (words.length === 0) return 0;
  const row = await queries.get('select drop_words($1) + drop_secret_words($1) as dropped', [words]);
  return Number(row?.dropped);
}

/** In one order for all, so that two writers never deadlock. */
export async function addWords(
  queries: Queries,
  tenant: number,
  words: ReadonlySet<string>,
  table: WordTable = 'word',
): Promise<void> {
  const sorted = [...words].sort();
  for (let from = 0; from < sorted.length; from += WORDS_AT_ONCE) {
    const some = sorted.slice(from, from + WORDS_AT_ONCE);
    const sql = `insert into ${table}(tenant, word) select $1, unnest($2::text[]) on conflict do nothing`;
    await queries.run(sql, [tenant, some]);
  }
}

const WORDS_AT_ONCE = 10_000;

/** Writers wait while this many words are looked up. */
const CHECKED_AT_ONCE = 2000;

/** Drops a tenant's words that no block holds, in pieces, so that writers have their turn. Returns the number. */
export async function dropUnusedWords(database: ServerDatabase, tenant: number): Promise<number> {
  let dropped = 0;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last;
    last = await database.transaction({ role: 'owner', tenant, timeoutMs: 0 }, async (queries) => {
      await lockWords(queries, tenant, true);
      const sql = `select word from (select word from word where tenant = $1 and word > $2 union
        select word from secret_word where tenant = $1 and word > $2) as both_tables order by word limit $3`;
      const rows = await queries.all(sql, [tenant, after, CHECKED_AT_ONCE]);
      const words = rows.map(({ word }) => String(word));
      dropped += await dropWords(queries, words);
      return words.at(-1);
    });
  }
  return dropped;
}
