import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { amount } from '../../../core/text/amount.ts';
import type { TranscriptStyle } from '../../../core/writers/transcript/layout.ts';
import { heldIn } from '../../../fleet/collect/held-folder.ts';
import { dataFolder } from '../../../machine/sessions/data-folder.ts';
import { terminalLine } from '../terminal-text.ts';

/** What is known of this machine's collector without asking it: it keeps no state but second names of files that agents may delete before they are sent. */
export interface CollectorHealth {
  /** True if a collector has run here. */
  hasRun: boolean;
  heldFiles: number;
  heldBytes: number;
  /** Of the disk with our data folder; undefined if the machine does not tell. */
  freeBytes: number | undefined;
}

export function collectorHealth(folder = dataFolder()): CollectorHealth {
  const state = join(folder, 'collect');
  let [heldFiles, heldBytes] = [0, 0];
  for (const { look } of heldIn(join(state, 'held'))) {
    heldFiles += 1;
    heldBytes += look.size;
  }
  return { hasRun: existsSync(state), heldFiles, heldBytes, freeBytes: freeBytesOf(folder) };
}

function freeBytesOf(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** For people. */
export function collectorText(
  { hasRun, heldFiles, heldBytes, freeBytes }: CollectorHealth,
  style: TranscriptStyle,
): string {
  const lines = [
    hasRun
      ? `${amount(heldFiles, 'file')} held until they are sent, ${megabytes(heldBytes)}; what else waits is known to a running collector alone`
      : 'none has run here',
    freeBytes === undefined
      ? 'the free space of its disk is not known'
      : `${megabytes(freeBytes)} are free on the disk of its folder`,
  ];
  return [style.bold('collector'), ...lines.map(terminalLine)].join('\n');
}

/** Safe to share: counts alone. */
export function collectorJson({ hasRun, heldFiles, heldBytes, freeBytes }: CollectorHealth): object {
  return {
    state: hasRun ? 'present' : 'absent',
    held_files: heldFiles,
    held_bytes: heldBytes,
    free_bytes: freeBytes ?? null,
  };
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
