import { writeSync } from 'node:fs';
import { bareLoop } from './contestants/bare-loop.ts';
import type { Contestant } from './contestants/contestant.ts';
import { ours, oursInBatches, oursInSmallChunks, oursOneByOne } from './contestants/ours.ts';
import { sdkLoop, split2Loop } from './contestants/peers.ts';

// Runs in a process of its own: node child.cjs CONTESTANT PATH… A line of figures goes to the file descriptor 3.

const contestants: Record<string, Contestant> = {
  'bare loop': bareLoop,
  ours,
};
