import { KB, MB } from './units.ts';

/** Bounds of many machines: PostgreSQL, workers, gateway, collectors. docs/limits.md describes the effect of each. */
export const fleetLimits = /* @__PURE__ */ Object.freeze({
  /** `archive` on a server: wait for a connection. */
  connectServerMs: 10_000,
  /** `archive` on a server: maximum time of one statement. */
  maxStatementMs: 120_000,
  /** `archive` on a server: time after which a search that no index helps ends, and says how far back it looked. */
  maxScanMs: 10_000,
  /** `archive` on a server: maximum time that a transaction waits for its client. */
  maxIdleTransactionMs: 300_000,
  /** `archive` on a server: number of rows that one statement writes. */
  rowsAtOnce: 1000,
  /** `worker`: kilobytes of texts whose words wait to be put into the index of a month. A search reads all that waits. */
  maxWaitingWordsKb: 256,
  /** `worker`: time for which a worker holds a source. If it dies, others take the source after that. */
  foldLeaseMs: 60_000,
  /** `worker`: rest of a source that grew while it was folded, before it is folded again. */
  foldRestMs: 2000,
  /** `worker`: maximum characters of a session's texts, which are held while they are written. */
  maxHeldFoldBytes: 256 * MB,
  /** `worker`: a growing session of fewer bytes is folded whole each time. No less than `maxSessionHeadBytes`. */
  minGrowingBytes: MB,
  /** `worker`: maximum number of growing sessions kept open, and about the bytes of memory they take together. */
  maxGrowingFolds: 256,
  maxGrowingFoldBytes: 256 * MB,
  /** `worker`: rest that a session that grew needs before it is folded whole. */
  growingRestMs: 15_000,
  /** `worker`: number of attempts to fold a source. */
  maxFoldTries: 5,
  /** `worker`: intervals of looking for work when idle: where it would be notified, and where it would not. */
  workerIdleMs: 5000,
  workerLookMs: 500,
  /** `worker`: number of sources from an earlier fold version that it takes at a time, when there is no other work. */
  refoldAtOnce: 16,
  /** `gateway`: maximum number of sources in one request. */
  maxSourcesAtOnce: 256,
  /** `gateway`: maximum bytes of a request's body: a packed segment, or a list of sources. */
  maxGatewayBodyBytes: MB,
  /** `archive` on a server: maximum wait for an object store. */
  objectAnswerMs: 30_000,
  /** `worker`: time after which an object that was announced and never used is removed. */
  unusedObjectMs: 3_600_000,
  /** `gateway`: maximum bytes of an unpacked segment. */
  maxUnpackedSegmentBytes: 16 * MB,
  /** `gateway`: maximum bytes of the original file that a segment covers. A longer line cannot be sent. */
  maxSegmentSize: 2 ** 31 - 1,
  /** `gateway`: maximum bytes of UTF-8 of a source's folder, and of its path in it. */
  maxSourcePathBytes: 1024,
  /** `--archive https://…`: maximum bytes of one answer of a team server. */
  maxTeamAnswerBytes: 256 * MB,
  /** `team`: maximum number of logins whose viewers are open in one process. Each holds a list of the sessions that its reader sees. */
  maxOpenViewers: 64,
  /** `team`: maximum number of rows that somebody who is not logged in leaves from one address at once, and then in a second. */
  maxStrangerRows: 600,
  maxStrangerRowsPerSecond: 1,
  /** `team`: maximum number of sessions that one person has noted something about, and bytes of it. */
  maxPersonNotes: 10_000,
  maxPersonNoteBytes: 64 * MB,
  /** `collect`: bytes of a session file sent at a time. A longer line is sent alone. */
  collectedBytesAtOnce: 256 * KB,
  /** `collect`: wait before a failed gateway is tried again, at first and at most. */
  collectRetryLeastMs: 1000,
  collectRetryMostMs: 300_000,
  /** `collect`: maximum wait for an answer of the gateway. */
  collectAnswerMs: 30_000,
  /** `collect`: maximum bytes of a gateway's answer that are read. */
  maxGatewayAnswerBytes: MB,
  /** `collect`: interval of checking and sending a file that is being written to. */
  collectActiveMs: 1000,
  /** `collect`: pause after which a gateway is asked whether the archive was restored, when there is nothing to send. */
  collectGreetingMs: 60_000,
  /** `collect`: number of times a file may be cut or rewritten. Further generations are not sent. */
  maxFileLives: 1000,
  /** `collect`: maximum bytes kept of files that were deleted before they were sent. The oldest go first. */
  maxHeldFileBytes: 5 * KB ** 3,
  /** `collect`: bytes of a session file that are read to find its working folder. */
  maxProjectSearchBytes: 64 * KB,
} as const);
