/** How far an index run is. Bytes are those of the files, as on disk. */
export interface IndexProgress {
  files: number;
  filesTotal: number;
  bytes: number;
  bytesTotal: number;
  /** Blocks that were written. */
  blocks: number;
}

/** Something wrong with one file. The others are indexed all the same. */
export interface SourceProblem {
  code: string;
  /** One sentence for people. */
  message: string;
  path: string;
}

/** What an index run did. */
export interface IndexReport extends IndexProgress {
  /** Session files that were found. */
  found: number;
  /** Sessions whose file was there before and is not any more. */
  gone: number;
  /** Sessions that were dropped, as `keep` wants it. */
  dropped: number;
  problems: number;
  /** Why it ended before its end: `stopped` by its caller, `busy` with another process that writes, or a full disk. */
  unfinished?: 'stopped' | 'busy' | 'disk-full' | undefined;
}
