import type { Stats } from 'node:fs';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';

const BLOCK_BYTES = 512;

/** The bytes of a file that are really on disk; undefined if the system does not tell. */
export function storedBytes({ blocks }: Pick<Stats, 'blocks'>): number | undefined {
  return blocks === undefined ? undefined : blocks * BLOCK_BYTES;
}

/** The fault of a file that claims to be far larger than what the disk holds: zeros for hours. Whoever opens one asks. */
export function holeFault(size: number, stored: number = size): ThreadlineError | undefined {
  if (size - stored <= machineLimits.maxFileHoleBytes) return undefined;
  return new ThreadlineError(
    'too-large',
    `the file says that it has ${size} bytes and holds ${stored}: it is not read`,
  );
}
