/** What can be wrong with a session file or a home, besides what stands in its lines. */
export type SessionProblemCode =
  /** A home does not exist or is no folder. */
  | 'missing-home'
  /** The file or folder cannot be read: permissions, a fault of the disk. */
  | 'unreadable'
  /** Named like a session, but a pipe, a socket, a device or a folder. */
  | 'not-a-file'
  /** A symbolic link that leads out of its home, or to a folder; it was not followed. */
  | 'outside-home'
  /** Folders nested deeper than the limit. */
  | 'too-deep'
  /** The file was there a moment ago. */
  | 'vanished'
  /** The file has no bytes. */
  | 'empty-file'
  /** The pointer of Git LFS in place of the file. */
  | 'git-lfs-pointer'
  /** No record says which session it is: the id is the one in the name. */
  | 'missing-session-meta'
  /** A compressed file that cannot be unpacked, or only in part. */
  | 'truncated-tail'
  /** A compressed file that unpacks to more than the limits allow. */
  | 'too-large'
  /** The file goes on from another one that is not there. */
  | 'missing-history'
  /** Files that go on from each other in a circle. */
  | 'history-cycle';

/** Something wrong with a file. The others are read all the same. */
export interface SessionProblem {
  code: SessionProblemCode;
  /** One sentence for people. */
  message: string;
  path: string;
}

export type OnSessionProblem = (problem: SessionProblem) => void;
