/** Bounds of many machines: PostgreSQL, workers, gateway, collectors. docs/limits.md says what happens at each. */
export const fleetLimits = /* @__PURE__ */ Object.freeze({
  /** `archive` on a server: how long a connection is waited for. */
  connectServerMs: 10_000,
  /** `archive` on a server: how long one statement may take. */
  maxStatementMs: 120_000,
  /** `archive` on a server: how long a transaction may wait for its client. */
  maxIdleTransactionMs: 300_000,
  /** `archive` on a server: how many rows one statement writes. */
  rowsAtOnce: 1000,
  /** `worker`: how long a source is one worker's. One that dies leaves it to others after that. */
  foldLeaseMs: 60_000,
  /** `worker`: how long a source that grew while it was folded rests before it is folded again. */
  foldRestMs: 2000,
  /** `worker`: the texts of the largest session that is folded, in characters; they are held while they are written. */
  maxHeldFoldBytes: 256 * 1024 * 1024,
  /** `worker`: a session that grows and is shorter is folded whole each time, in bytes. No less than `maxSessionHeadBytes`. */
  minGrowingBytes: 1024 * 1024,
  /** `worker`: how many sessions that grow are kept open, and about how much memory they take together, in bytes. */
  maxGrowingFolds: 256,
  maxGrowingFoldBytes: 256 * 1024 * 1024,
  /** `worker`: how long a session that grew has to rest before it is folded whole. */
  growingRestMs: 15_000,
  /** `worker`: how often a source that cannot be folded is tried. */
  maxFoldTries: 5,
  /** `worker`: how often it looks for something to do while there is nothing: where it would be told, and where it would not. */
  workerIdleMs: 5000,
  workerLookMs: 500,
  /** `worker`: how many sources that an earlier version folded it takes at a time, when there is nothing else to do. */
  refoldAtOnce: 16,
  /** `gateway`: how many sources one request asks about. */
  maxSourcesAtOnce: 256,
  /** `gateway`: largest body of a request, in bytes: of a segment as it is packed, of a list of sources. */
  maxGatewayBodyBytes: 1024 * 1024,
  /** `gateway`: largest segment once it is unpacked, in bytes. */
  maxUnpackedSegmentBytes: 16 * 1024 * 1024,
  /** `gateway`: how many bytes of the original file a segment may stand for: a longer line cannot be sent. */
  maxSegmentSize: 2 ** 31 - 1,
  /** `gateway`: longest folder, and longest path in it, that a source may have, in bytes of UTF-8. */
  maxSourcePathBytes: 1024,
  /** `collect`: how many bytes of a session file go at a time; a longer line goes alone. */
  collectedBytesAtOnce: 256 * 1024,
  /** `collect`: how long to wait before a gateway that failed is tried again, at first and at most. */
  collectRetryLeastMs: 1000,
  collectRetryMostMs: 300_000,
  /** `collect`: how long an answer of the gateway is waited for. */
  collectAnswerMs: 30_000,
  /** `collect`: longest answer of the gateway that is read, in bytes. */
  maxGatewayAnswerBytes: 1024 * 1024,
  /** `collect`: how often a file that is being written to is looked at, and sent. */
  collectActiveMs: 1000,
  /** `collect`: how many times a file may be cut or written anew before the rest of its lives are not sent. */
  maxFileLives: 1000,
  /** `collect`: how much is kept of files that were deleted before they were sent, in bytes; the oldest go first. */
  maxHeldFileBytes: 5 * 1024 ** 3,
  /** `collect`: how much of a session file is read to find the folder that it was about, in bytes. */
  maxProjectSearchBytes: 64 * 1024,
} as const);
