/** How a call changed a file, as a number of the index. */
export const EDIT_KINDS = ['edit', 'write', 'patch', 'heredoc', 'delete', 'move'] as const;

/** One call that changed one file. */
export interface FoldedCall {
  path: string;
  /** Milliseconds since 1970; 0 if the session does not say. */
  at: number;
  turn: number;
  /** A place in the list above. */
  how: number;
  /** A number for each telling line that it wrote. */
  hashes: Float64Array;
}

/** What a session did to files, or the next part of it. Another thread can be handed it. */
export interface FoldedEdits {
  calls: FoldedCall[];
  /** The operations, packed, in the order of the calls on each path. */
  texts: Uint8Array[];
  /** Commits whose hash a command of the session printed as its own. */
  commits: { sha: string; call: string }[];
}
