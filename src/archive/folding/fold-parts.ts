import { archiveLimits } from '../../limits/archive.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import type { FoldedEdits } from '../model/folded-edits.ts';
import type { FoldedBlock, FoldedHead } from '../model/thread-sink.ts';
import { countTouched, type TouchedCounts } from '../model/touched-counts.ts';
import { redactRun } from './block-redaction.ts';
import { type FoldTools, openFold } from './fold-file.ts';

/** A session, or the next part of one that is too large to be held whole. Another thread can be handed it. */
export interface FoldedPart {
  head: FoldedHead;
  /** True of the first part, which has no blocks: whoever takes it may leave the session out. */
  isOpening: boolean;
  /** The position of the first of its blocks in the session. */
  from: number;
  blocks: FoldedBlock[];
  /** For each of the blocks the one that others see, if it holds a secret. Absent if nobody looked yet. */
  redacted?: (FoldedBlock | undefined)[] | undefined;
  /** Files used over all parts, in the last one. */
  touched: TouchedCounts;
  /** What the session did to files in this part, if the archive keeps it. */
  edits?: FoldedEdits | undefined;
  /** Bytes of its texts. */
  bytes: number;
  /** Present if the file was read to its end. */
  end?: { usage: Uint8Array | undefined } | undefined;
}

export interface FoldPartsOptions {
  isStopped(): boolean;
  /** Looks for secrets too, which otherwise waits until it is known which blocks are new. */
  redacts?: boolean | undefined;
}

/** Reads a session file, part by part. A fault of the machine is thrown as a ThreadlineError. */
export async function* foldParts(
  file: SessionFile,
  tools: FoldTools,
  { isStopped, redacts = false }: FoldPartsOptions,
): AsyncGenerator<FoldedPart> {
  const fold = await openFold(file, tools);
  const all = new Map<string, number>();
  const none: TouchedCounts = new Map();
  let [isTaken, from, bytes] = [false, 0, 0];
  let blocks: FoldedBlock[] = [];

  function part(head: FoldedHead, end?: FoldedPart['end']): FoldedPart {
    const redactedAt = redacts ? redactRun(blocks, from) : undefined;
    const redacted = redactedAt && blocks.map((_, index) => redactedAt(index));
    const made = {
      head,
      isOpening: false,
      from,
      blocks,
      redacted,
      touched: end ? all : none,
      bytes,
      end,
      edits: fold.edits(),
    };
    from += blocks.length;
    blocks = [];
    bytes = 0;
    return made;
  }

  try {
    yield { ...part(fold.head()), isOpening: true };
    isTaken = true;
  } finally {
    if (!isTaken) await fold.close();
  }
  for await (const made of fold.blocks()) {
    for (const block of made) {
      blocks.push(block);
      bytes += block.text.length + (block.input?.length ?? 0);
      countTouched(block, all);
    }
    if (isStopped()) return;
    // Too large to be held whole: it is written in parts, and counts as read only after the last.
    if (bytes >= archiveLimits.indexBatchBytes) yield part(fold.head());
  }
  const { head, usage } = fold.end();
  yield part(head, { usage });
}
