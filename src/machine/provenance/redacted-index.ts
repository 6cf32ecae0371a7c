import type { FileOp } from '../../core/replay/file-op.ts';
import type { EditIndex, EditingSession } from './edit-index.ts';

/** What others than the owner of an archive may ask of its edits. */
export interface RedactedIndexOptions {
  /** Only these sessions are told of. */
  isWanted(session: EditingSession): Promise<boolean>;
  /** A text without its secrets, with as many lines. */
  redact(text: string): string;
}

/**
 * The same index for others. Texts are redacted before they are compared, so that nobody finds out a secret by writing
 * guesses into a file and asking who wrote them.
 */
export function redactedIndex(index: EditIndex, { isWanted, redact }: RedactedIndexOptions): EditIndex {
  return {
    ...index,
    async sessionsOf(ids) {
      const found: EditingSession[] = [];
      for (const session of await index.sessionsOf(ids)) if (await isWanted(session)) found.push(session);
      return found;
    },
    votes: (lines) => index.votes(lines.filter((line) => redact(line) === line)),
    async ops(sessions, ids) {
      const ops = await index.ops(sessions, ids);
      return ops.map(({ session, op }) => ({ session, op: redactOp(op, redact) }));
    },
    async opsOfSession(session) {
      const ops = await index.opsOfSession(session);
      return ops.map(({ session: writer, op }) => ({ session: writer, op: redactOp(op, redact) }));
    },
    sums: async () => new Map(),
    committers: async () => new Map(),
  };
}

function redactOp(op: FileOp, redact: (text: string) => string): FileOp {
  const before = 'before' in op && op.before !== undefined ? { before: redact(op.before) } : {};
  const lines = (texts: readonly string[]) => redact(texts.join('\n')).split('\n');
  switch (op.kind) {
    case 'write':
      return { ...op, ...before, content: redact(op.content) };
    case 'edit':
      return {
        ...op,
        ...before,
        edits: op.edits.map((edit) => ({ ...edit, old: redact(edit.old), new: redact(edit.new) })),
      };
    case 'patch':
      return {
        ...op,
        ...before,
        hunks: op.hunks.map((hunk) => ({ ...hunk, before: lines(hunk.before), after: lines(hunk.after) })),
      };
    default:
      return op;
  }
}

/** Redacts a text and leaves the number of its lines as it is, for texts that are compared line by line. */
export function lineTrue(redact: (text: string) => string): (text: string) => string {
  return (text) => {
    const whole = redact(text);
    const lines = text.split('\n');
    return whole.split('\n').length === lines.length ? whole : lines.map(redact).join('\n');
  };
}
