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
  /** When the session ended, if it is known. The last operation tells it else. */
  endedAt?: number | undefined;
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
 * the files as they were before. A thread that goes on from another one repeats it under its own name: a call of one id and one time
 * is the other's, which ended first.
 */
export function createOpList(): OpList {
  const ops: { made: SessionOp; key: string; file: OpFile }[] = [];
  /** The file whose word counts for each call. */
  const tellers = new Map<string, OpFile>();
  const ends = new Map<string, number>();
  /** The session that made each call. */
  function makers(): Map<string, string> {
    const found = new Map<string, string>();
    const endOf = (name: string) => ends.get(name) ?? 0;
    for (const { made } of ops) {
      const [key, name] = [callKey(made), nameOf(made)];
      const known = found.get(key);
      if (known === undefined || endOf(name) < endOf(known)) found.set(key, name);
    }
    return found;
  }
  return {
    add(made, file) {
      const { session, op } = made;
      const key = `${session.agent} ${session.id} ${op.call}${COUNTED.test(op.call) ? ` ${op.at}` : ''}`;
      const teller = tellers.get(key);
      if (!teller || (teller.parentId === undefined && file.parentId !== undefined)) tellers.set(key, file);
      ops.push({ made, key, file });
      const name = nameOf(made);
      ends.set(name, Math.max(ends.get(name) ?? 0, file.endedAt ?? op.at));
    },
    inOrder() {
      const made = makers();
      const unique = ops
        .filter(({ key, file, made: each }) => {
          return tellers.get(key)?.path === file.path && made.get(callKey(each)) === nameOf(each);
        })
        .map(({ made: each }) => each);
      return unique.sort((one, other) => one.op.at - other.op.at);
    },
  };
}

function nameOf({ session }: SessionOp): string {
  return `${session.agent} ${session.id}`;
}

/** The same for a call in every thread that repeats it. Ids that count, and calls without a time, are a thread's own. */
function callKey(made: SessionOp): string {
  const { call, at } = made.op;
  const isOwn = at === 0 || COUNTED.test(call);
  return `${isOwn ? nameOf(made) : made.session.agent} ${call} ${at}`;
}

/** Leaves out that sub-agents ran whose own threads were read: what these wrote is known. */
export function withoutKnownAgents(ops: readonly SessionOp[], threads: Iterable<string>): SessionOp[] {
  const known = new Set(threads);
  return ops.filter(({ op }) => op.kind !== 'agent' || !known.has(op.thread ?? ''));
}
