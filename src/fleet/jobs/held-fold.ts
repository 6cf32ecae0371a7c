import type { FileFold } from '../../archive/folding/fold-file.ts';
import type { FoldedBlock, FoldedHead } from '../../archive/model/thread-sink.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';

/** A source that was read to its end. */
export interface HeldFold {
  head: FoldedHead;
  blocks: FoldedBlock[];
  /** The packed usage of its requests. */
  usage: Uint8Array | undefined;
}

/** The bytes of a block's row besides its texts. Many empty blocks take much memory, too. */
const BLOCK_BYTES = 256;

/** Reads all of a fold. Throws `too-large` if that is more than a worker may hold. */
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

/** The size of a session with these blocks added. Throws `too-large`. */
export function addHeld(before: number, blocks: readonly FoldedBlock[]): number {
  let bytes = before;
  for (const { text, input } of blocks) bytes += text.length + (input?.length ?? 0) + BLOCK_BYTES;
  if (bytes > fleetLimits.maxHeldFoldBytes) {
    throw new ThreadlineError('too-large', `the session says more than ${fleetLimits.maxHeldFoldBytes} bytes`);
  }
  return bytes;
}

/** Removes all text from a source that was sent only for its counts. */
export function withoutText({ head, usage }: HeldFold): HeldFold {
  const { title: _title, firstPrompt: _prompt, problem: _problem, ...counts } = head;
  return { head: counts, blocks: [], usage };
}
