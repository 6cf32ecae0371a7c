/** Faults of a session file or a home, apart from those in its lines. */
export type SessionProblemCode =
  /** The home does not exist or is not a folder. */
  | 'missing-home'
  /** The file or folder cannot be read: permissions, a fault of the disk. */
  | 'unreadable'
  /** Named like a session, but a pipe, a socket, a device or a folder. */
  | 'not-a-file'
  /** A symbolic link that leads out of its home, or to a folder. It was not followed. */
  | 'outside-home'
  /** The folders are nested deeper than the limit. */
  | 'too-deep'
  /** The file disappeared a moment ago. */
  | 'vanished'
  /** The file has no bytes. */
  | 'empty-file'
  /** A Git LFS pointer in place of the file. */
  | 'git-lfs-pointer'
  /** No record names the session: the id is the one in the name. */
  | 'missing-session-meta'
  /** The file holds notes of the agent and no conversation. It is not listed. */
  | 'no-conversation'
  /** A compressed file that cannot be unpacked, or only in part. */
  | 'truncated-tail'
  /** A compressed file that unpacks to more than the limits allow. */
  | 'too-large'
  /** The file continues another one that is missing. */
  | 'missing-history'
  /** The files continue each other in a circle. */
  | 'history-cycle';

/** A fault of one file. The others are read all the same. */
export interface SessionProblem {
  code: SessionProblemCode;
  /** One sentence for people. */
  message: string;
  path: string;
}

export type OnSessionProblem = (problem: SessionProblem) => void;
