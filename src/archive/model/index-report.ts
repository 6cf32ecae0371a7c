/** Progress of an index run. Bytes are those of the files on disk. */
export interface IndexProgress {
  files: number;
  filesTotal: number;
  bytes: number;
  bytesTotal: number;
  /** Number of blocks written. */
  blocks: number;
  /** Number of files whose sessions were written, and can be searched: the newest first. */
  searchable?: number | undefined;
}

/** A fault of one file. The others are indexed all the same. */
export interface SourceProblem {
  code: string;
  /** One sentence for people. */
  message: string;
  path: string;
}

/** The result of an index run. */
export interface IndexReport extends IndexProgress {
  /** Number of session files found. */
  found: number;
  /** Sessions whose file has disappeared. */
  gone: number;
  /** Sessions dropped because of `keep`. */
  dropped: number;
  problems: number;
  /** True if sessions of before are to be looked at for their lines: further runs go on with it. */
  linesLeft?: boolean | undefined;
  /** The reason for an early end: `stopped` by the caller, `busy` because another process writes, or a full disk. */
  unfinished?: 'stopped' | 'busy' | 'disk-full' | undefined;
}
