// What nothing can be quicker than that looks through a home: every folder listed, every file looked at, and read unless
// WALK=look.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chunksOf, createChunkBuffer } from './contestants/read-chunks.ts';

const buffer = createChunkBuffer();

function walk(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else if (lstatSync(path).isFile() && process.env.WALK !== 'look') for (const _ of chunksOf(path, buffer));
  }
}

walk(process.env.CODEX_HOME ?? '');
