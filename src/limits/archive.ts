/** Bounds of the archive: indexing, search, storage. docs/limits.md says what happens at each. */
export const archiveLimits = /* @__PURE__ */ Object.freeze({
  /** `archive`: longest run of letters and digits that is a word of the index, in characters; real words are shorter. */
  maxWordLength: 256,
  /** `archive`: a shorter part of a word is looked for in all texts, because too many words hold it. */
  minSearchedPart: 3,
  /** `archive`: how many words that hold a part are asked for; where there are more, all texts are looked at. */
  maxVocabularyHits: 2000,
  /** `archive`: how much text is added before the list of words is made anew, in bytes. */
  vocabularyLagBytes: 8 * 1024 * 1024,
  /** `archive`: how much text is packed together, in bytes; a longer block is packed alone. */
  maxChunkBytes: 64 * 1024,
  /** `archive`: a longer result of a tool is kept as its beginning and its end, in bytes. */
  maxKeptResultBytes: 256 * 1024,
  /** `archive`: how much of each. */
  keptResultEdgeBytes: 64 * 1024,
  /** `archive`: what was read is written when it is so much, in bytes of files, … */
  indexBatchBytes: 4 * 1024 * 1024,
  /** `archive`: … or when so much time has passed. */
  indexBatchMs: 1000,
  /** `archive`: how long another process that writes is waited for. */
  archiveBusyMs: 5000,
  /** `archive`: how long another process that makes a damaged archive anew is waited for. */
  archiveReplaceMs: 60_000,
  /** `archive`: how long the thread that indexes waits for more work before it ends. */
  indexWorkerIdleMs: 30_000,
  /** `archive`: a larger file is not checked as a whole when it is opened; `archive verify` does. */
  maxCheckedArchiveBytes: 8 * 1024 * 1024,
  /** `archive`: how many files that could not be read any more are kept. */
  maxSetAsideArchives: 3,
  /** `archive`: how many of the newest matches are ranked. */
  maxRankedHits: 2000,
  /** `archive`: how long a regular expression may take for a batch of texts. */
  regexBatchMs: 2000,
  /** `archive`: how many texts such a batch holds. */
  regexBatchTexts: 256,
  /** `archive`: longest page of sessions, hits or rows. */
  maxPageRows: 10_000,
} as const);
