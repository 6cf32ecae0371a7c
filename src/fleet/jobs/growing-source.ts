import { FOLD_VERSION } from '../../archive/folding/fold-version.ts';
import { type GrowingFold, openGrowingFold } from '../../archive/folding/growing-fold.ts';
import { createUsageRecorder } from '../../archive/folding/usage-facts.ts';
import type { FoldedBlock } from '../../archive/model/thread-sink.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { addTouched } from '../postgres/touched.ts';
import { type BlockPrefix, blockDigest, countReplaced, type WrittenState } from '../postgres/write-blocks.ts';
import { addHeld, type HeldFold } from './held-fold.ts';
import { type KeptSource, type ReadMark, type SourceReader, titlesOf } from './kept-source.ts';
import { createPrefixDigest } from './prefix-digest.ts';

/** A source that is read on from where it was read before. */
export interface GrowingSource {
  /** True if it is still the same file, sent in the same way, and not shorter. */
  fits(source: KeptSource): boolean;
  /** Reads what is new and returns the number of bytes. */
  readOn(source: KeptSource): Promise<number>;
  /** False for a source that must be folded whole. */
  readonly isLines: boolean;
  /** What to write after what was written before. It is given once, and then `written` is called. */
  look(source: KeptSource): { held: HeldFold; read: ReadMark; prefix: BlockPrefix };
  written(state: WrittenState): void;
  /** The approximate memory in bytes. */
  readonly heldBytes: number;
}

/** True if this version folded the source, and it is long and has grown: it may be read on. */
export function isGrowing({ file, folded, mode }: KeptSource): boolean {
  const { end, length, version, isShown } = folded;
  const isLong = length >= fleetLimits.minGrowingBytes;
  return isShown && isLong && mode !== 'usage' && version === FOLD_VERSION && file.size > end;
}

/** Undefined for a file that continues another one. */
export async function openGrowingSource(
  { agents }: SourceReader,
  source: KeptSource,
): Promise<GrowingSource | undefined> {
  let isFork = false;
  const fold = await openGrowingFold(source.file, {
    usage: createUsageRecorder(agents),
    agents,
    titles: () => titlesOf(source),
    async files() {
      isFork = true;
      return [];
    },
  });
  source.check();
  return fold && !isFork ? createGrowingSource(fold, source) : undefined;
}

function createGrowingSource(fold: GrowingFold, { mode, title, file: { cwd } }: KeptSource): GrowingSource {
  const digest = createPrefixDigest();
  let end = 0;
  let textBytes = 0;
  const known = new WeakMap<FoldedBlock, Buffer>();
  let prefix: BlockPrefix = {
    count: 0,
    digests: Buffer.alloc(0),
    at: 0,
    touched: new Map(),
    replaced: 0,
    state: undefined,
    known,
  };
  /** Settled blocks that `look` has given. */
  let given: readonly FoldedBlock[] = [];

  return {
    fits: (source) =>
      source.mode === mode && source.title === title && source.file.cwd === cwd && source.file.size >= end,
    async readOn(source) {
      let bytes = 0;
      for await (const part of source.partsFrom(end)) {
        digest.push(part.bytes);
        fold.push(part.bytes);
        bytes += part.bytes.length;
        end = part.end;
      }
      return bytes;
    },
    get isLines() {
      return fold.isLines;
    },
    look(source) {
      const { head, settled, open, usage } = fold.look(source.file);
      textBytes = addHeld(textBytes, settled);
      addHeld(textBytes, open);
      given = settled;
      return { held: { head, blocks: [...settled, ...open], usage }, read: { end, ...digest.end() }, prefix };
    },
    written(state) {
      prefix = {
        count: prefix.count + given.length,
        digests: Buffer.concat([prefix.digests, ...given.map((block) => known.get(block) ?? blockDigest(block))]),
        at: given.findLast(({ at }) => at > 0)?.at ?? prefix.at,
        touched: addTouched(given, prefix.touched),
        replaced: prefix.replaced + countReplaced(given),
        state,
        known,
      };
      given = [];
    },
    get heldBytes() {
      return fold.heldBytes + prefix.digests.length;
    },
  };
}
