import type { FileOp } from '../../core/replay/file-op.ts';
import { applyEdits, applyHunks } from '../../core/tools/apply-edits.ts';

/** An operation as it is kept. `same`: the text before it is the one that the operation before on the path left. */
export type KeptOp = FileOp & { same?: true };

/** Follows the texts of files in one session: most texts before a change are those after the last, and are kept once. */
export interface ToldTexts {
  /** The operation without its text before, where that is known. */
  short(path: string, op: FileOp): KeptOp;
  /** The operation as it was. */
  whole(path: string, op: KeptOp): FileOp;
}

/** `most`: the characters to hold. Whoever unpacks holds all, because others may have been packed with less. */
export function createToldTexts(most = Number.POSITIVE_INFINITY): ToldTexts {
  const texts = new Map<string, string>();
  let held = 0;

  function note(path: string, text: string | undefined): void {
    held -= texts.get(path)?.length ?? 0;
    texts.delete(path);
    if (text === undefined) return;
    texts.set(path, text);
    held += text.length;
    // Whoever packs may forget: then the next text before is kept whole, from which on both know it again.
    if (held <= most) return;
    texts.clear();
    held = 0;
  }

  return {
    short(path, op) {
      const known = texts.get(path);
      note(path, textAfter(op, known));
      if (!('before' in op) || op.before === undefined || op.before === '' || op.before !== known) return op;
      const { before: _before, ...rest } = op;
      return { ...rest, same: true } as KeptOp;
    },
    whole(path, { same, ...kept }) {
      const known = texts.get(path);
      const op = (same ? { ...kept, before: known } : kept) as FileOp;
      note(path, textAfter(op, known));
      return op;
    },
  };
}

/** The text of the file after an operation, as far as it tells it. */
function textAfter(op: FileOp, known: string | undefined): string | undefined {
  switch (op.kind) {
    case 'write':
      return op.append ? undefined : op.content;
    case 'edit': {
      const base = op.before ?? known;
      return base === undefined ? undefined : applyEdits(base, op.edits);
    }
    case 'patch': {
      const base = op.before ?? known;
      return base === undefined ? undefined : applyHunks(base, op.hunks);
    }
    default:
      return undefined;
  }
}
