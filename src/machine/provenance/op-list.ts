import type { FileOp } from '../../core/replay/file-op.ts';
import type { WriterSession } from '../../core/replay/replay.ts';

/** An operation and the session that made it. */
export interface SessionOp {
  session: WriterSession;
  op: FileOp;
}

/** The file that an operation was read from. A sub-agent's own file names its parent. */
interface OpFile {
  path: string;
  parentId?: string | undefined;
}

/** Ids that count lines or items tell calls of one file apart, and not those of two. */
const COUNTED = /^(?:L\d+\.\d+|item_\d+)$/;

/** Operations of many files, each call of a session once. */
export interface OpList {
  add(op: SessionOp, file: OpFile): void;
  /** All of them, in the order of time. */
  inOrder(): SessionOp[];
}

/**
 * Several files may tell of one call: the stored generations of a thread, of which none needs to be whole, and a parent's file
 * that repeats what its sub-agents did. Together they are the thread. The sub-agent's own file is preferred, because it has
 * the files as they were before.
 */
export function createOpList(): OpList {
  const ops: { made: SessionOp; key: string; file: OpFile }[] = [];
  /** The file whose word counts for each call. */
  const tellers = new Map<string, OpFile>();
  return {
    add(made, file) {
      const { session, op } = made;
      const key = `${session.agent} ${session.id} ${op.call}${COUNTED.test(op.call) ? ` ${op.at}` : ''}`;
      const teller = tellers.get(key);
      if (!teller || (teller.parentId === undefined && file.parentId !== undefined)) tellers.set(key, file);
      ops.push({ made, key, file });
    },
    inOrder() {
      const unique = ops.filter(({ key, file }) => tellers.get(key)?.path === file.path).map(({ made }) => made);
      return unique.sort((one, other) => one.op.at - other.op.at);
    },
  };
}

/** Leaves out that sub-agents ran whose own threads were read: what these wrote is known. */
export function withoutKnownAgents(ops: readonly SessionOp[], threads: Iterable<string>): SessionOp[] {
  const known = new Set(threads);
  return ops.filter(({ op }) => op.kind !== 'agent' || !known.has(op.thread ?? ''));
}
