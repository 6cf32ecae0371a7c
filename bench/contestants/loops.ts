import { bareLoop } from './bare-loop.ts';
import { ours, oursInBatches, oursInSmallChunks, oursOneByOne } from './ours.ts';
import { sdkLoop, split2Loop } from './peers.ts';

/** Reads every line of the files, one file after the other, and gives the number of lines that it read. */
type Loop = (paths: readonly string[]) => number | Promise<number>;

export type LoopName =
  | 'bare loop'
  | 'ours'
  | 'ours, batches'
  | 'ours, one by one'
  | 'ours, 64 bytes'
  | 'SDK loop'
  | 'split2';

export const loops: Record<LoopName, Loop> = {
  'bare loop': bareLoop,
  ours,
  'ours, batches': oursInBatches,
  'ours, one by one': oursOneByOne,
  'ours, 64 bytes': oursInSmallChunks,
  'SDK loop': sdkLoop,
  split2: split2Loop,
};
