import type { PatchHunk, TextEdit } from '../tools/apply-edits.ts';
import type { Reach } from './command-reach.ts';

/** Where an operation stands in its session. */
export interface OpPlace {
  /** Milliseconds since 1970; 0 if the session does not say. */
  at: number;
  /** Turns of the thread, counted from 1. */
  turn: number;
  /** The id of the call. */
  call: string;
  /** The line of the session file. */
  line: number;
  model?: string | undefined;
  /** The sub-agent whose call it is. */
  agentThread?: string | undefined;
}

/** An operation on files, as one call of a session made it. Paths are absolute where the session tells the folder. */
export type FileOp = OpPlace &
  (
    | { kind: 'write'; path: string; content: string; before?: string | undefined; append?: true; how?: 'heredoc' }
    | { kind: 'edit'; path: string; before?: string | undefined; edits: readonly TextEdit[] }
    | { kind: 'patch'; path: string; hunks: readonly PatchHunk[]; before?: string | undefined; to?: string | undefined }
    | { kind: 'delete'; path: string; before?: string | undefined }
    | { kind: 'move'; path: string; to: string; copy?: true }
    /**
     * A text that the session was shown: a whole file, or lines of one. One that was committed need not be the file's: a part
     * of it may have been staged.
     */
    | { kind: 'see'; path: string; text: string; start: number; isWhole: boolean; isCommitted?: true }
    /**
     * A command that may have written files: anything, unless its `reach` says where. `commits` are the hashes that it
     * printed as its own commits.
     */
    | {
        kind: 'shell';
        command: string;
        cwd?: string | undefined;
        commits: readonly string[];
        reach?: Reach | undefined;
      }
    /** A sub-agent ended whose work is not in the session. `thread` is its own, if the session names it. */
    | { kind: 'agent'; cwd?: string | undefined; thread?: string | undefined }
  );

/** What an operation does, without its place. */
export type FileAction = FileOp extends infer Op ? (Op extends OpPlace ? Omit<Op, keyof OpPlace> : never) : never;
