import type { FileFold } from '../../archive/folding/fold-file.ts';
import type { FoldedBlock, FoldedHead } from '../../archive/model/thread-sink.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';

/** A source that was read to its end. */
export interface HeldFold {
  head: FoldedHead;
  blocks: FoldedBlock[];
  /** What it tells of requests, packed. */
  usage: Uint8Array | undefined;
}

/** What the row of a block holds besides its texts, in bytes: many empty ones are much, too. */
const BLOCK_BYTES = 256;

/** Reads all of it. Throws `too-large` where that is more than a worker may hold. */
export async function holdFold(fold: FileFold): Promise<HeldFold> {
  const blocks: FoldedBlock[] = [];
  let bytes = 0;
  for await (const made of fold.blocks()) {
    for (const block of made) blocks.push(block);
    bytes = addHeld(bytes, made);
  }
  const { head, usage } = fold.end();
  return { head, blocks, usage };
}

/** How much a session says, with these blocks. Throws `too-large`. */
export function addHeld(before: number, blocks: readonly FoldedBlock[]): number {
  let bytes = before;
  for (const { text, input } of blocks) bytes += text.length + (input?.length ?? 0) + BLOCK_BYTES;
  if (bytes > fleetLimits.maxHeldFoldBytes) {
    throw new ThreadlineError('too-large', `the session says more than ${fleetLimits.maxHeldFoldBytes} bytes`);
  }
  return bytes;
}

/** Of a source that was sent for its counts alone no text is kept, whatever stands in it. */
export function withoutText({ head, usage }: HeldFold): HeldFold {
  const { title: _title, firstPrompt: _prompt, problem: _problem, ...counts } = head;
  return { head: counts, blocks: [], usage };
}
