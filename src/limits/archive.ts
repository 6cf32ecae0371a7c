import { KB, MB } from './units.ts';

/** Bounds of the archive: indexing, search, storage. docs/limits.md describes the effect of each. */
export const archiveLimits = /* @__PURE__ */ Object.freeze({
  /** `archive`: maximum characters of a word of the index, a run of letters and digits. Real words are shorter. */
  maxWordLength: 256,
  /** `archive`: a shorter part of a word needs a scan of all texts, because too many words hold it. */
  minSearchedPart: 3,
  /** `archive`: maximum words that contain a searched part. If there are more, all texts are scanned. */
  maxVocabularyHits: 2000,
  /** `archive`: bytes of text added before the list of words is rebuilt. */
  vocabularyLagBytes: 8 * MB,
  /** `archive`: bytes of text packed together. A longer block is packed alone. */
  maxChunkBytes: 64 * KB,
  /** `archive`: maximum bytes of a tool's result. Of a longer one, only the beginning and the end are kept. */
  maxKeptResultBytes: 256 * KB,
  /** `archive`: bytes kept of each end. */
  keptResultEdgeBytes: 64 * KB,
  /** `archive`: bytes of files after which results are written, … */
  indexBatchBytes: 4 * MB,
  /** `archive`: … or the time after which they are. */
  indexBatchMs: 1000,
  /** `archive`: bytes of changed files up to which a command indexes them itself, without a thread. */
  maxSameThreadBytes: 2 * MB,
  /** `archive`: bytes of changed files from which on one thread folds and another writes. */
  minFoldThreadBytes: 8 * MB,
  /** `archive`: bytes of files that the first may be ahead. */
  foldAheadBytes: 4 * MB,
  /** `archive`: wait for another process that writes. */
  archiveBusyMs: 5000,
  /** `archive`: wait for another process that rebuilds a damaged archive. */
  archiveReplaceMs: 60_000,
  /** `archive`: time that the indexing thread waits for more work before it ends. */
  indexWorkerIdleMs: 5_000,
  /** `archive`: maximum bytes of a file that is checked in full when opened; `archive verify` checks any. */
  maxCheckedArchiveBytes: 8 * MB,
  /** `archive`: maximum number of unreadable files that are kept. */
  maxSetAsideArchives: 3,
  /** `archive`: maximum number of the newest matches that are ranked. */
  maxRankedHits: 2000,
  /** `archive`: maximum time of a regular expression for a batch of texts. */
  regexBatchMs: 2000,
  /** `archive`: number of texts of such a batch. */
  regexBatchTexts: 256,
  /** `archive`: maximum characters of one edit of a file that is kept for `blame`, and about as many are packed together. */
  maxEditTextBytes: 4 * MB,
  /** `archive`: maximum lines of one edit that are in the index of lines. */
  maxEditLines: 20_000,
  /** `archive`: lines that wait to be written to the index together. */
  lineBatchRows: 200_000,
  /** `archive`: time that an index run takes at most for lines of sessions that were taken in before there was an index of lines. */
  lineFillMs: 1000,
  /** `archive`: a line that more calls wrote tells nothing of a session. */
  maxLineCalls: 64,
  /** `archive`: maximum rows of a page of sessions, hits or rows. */
  maxPageRows: 10_000,
} as const);
