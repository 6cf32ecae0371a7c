import type { RedactedReads } from '../folding/redacted-store.ts';
import type { Reading } from '../model/reading.ts';
import { filesTouched, getSession, listSessions, readBlocks } from './read-sessions.ts';
import { search } from './search.ts';
import type { Statements } from './statements.ts';
import { readVocabulary, type VocabularySnapshot } from './vocabulary.ts';

/** Runs a read on the present connection. */
export type Guarded = <Result>(run: (statements: Statements) => Result | Promise<Result>) => Promise<Result>;

/** What the archive finds, for its owner or for others. */
export function createReads(guarded: Guarded, reading: Reading): RedactedReads {
  let words: { of: Statements; version: unknown; snapshot: VocabularySnapshot } | undefined;

  /** Read again only if the indexer made another one. */
  function vocabulary(statements: Statements): VocabularySnapshot {
    const version = statements.get('select up_to from vocabulary')?.up_to;
    if (words?.of !== statements || words.version !== version) {
      words = { of: statements, version, snapshot: readVocabulary(statements, reading) };
    }
    return words.snapshot;
  }

  return {
    listSessions: (filter, page) => guarded((statements) => listSessions(statements, reading, filter, page)),
    getSession: (key) => guarded((statements) => getSession(statements, reading, key)),
    readBlocks: (key, range) => guarded((statements) => readBlocks(statements, reading, key, range)),
    search: (query, page, options) =>
      guarded((statements) => {
        const store = { statements, reading, vocabulary: () => vocabulary(statements) };
        return search(store, query, page, options);
      }),
    filesTouched: (filter) => guarded((statements) => filesTouched(statements, reading, filter)),
  };
}
