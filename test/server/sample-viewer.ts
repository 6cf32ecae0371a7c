import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startViewer, type Viewer, type ViewerOptions } from '../../src/doors/server/viewer.ts';

/** A session of the sample, and its file below the homes. */
export const codexSession = 'codex/01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101';
export const codexFile =
  'codex/sessions/2026/11/14/rollout-2026-11-14T09-12-04-01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101.jsonl';

/** A new folder with `homes`, a copy of the sample that a test may write to, and `web`, for a page. */
export function sampleFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-viewer-'));
  cpSync(fileURLToPath(new URL('../../sample', import.meta.url)), join(folder, 'homes'), { recursive: true });
  mkdirSync(join(folder, 'web'));
  return folder;
}

export function sampleHomes(folder: string): string[] {
  return ['codex', 'claude', 'gemini'].map((name) => join(folder, 'homes', name));
}

/** A viewer of such a folder. What goes wrong in it is added to `faults`. */
export function sampleViewer(folder: string, faults: unknown[], more: Partial<ViewerOptions> = {}): Promise<Viewer> {
  return startViewer({
    homes: sampleHomes(folder),
    webFolder: join(folder, 'web'),
    port: 0,
    version: '0.0.0',
    userHome: '/home/you',
    onFault: (error) => faults.push(error),
    ...more,
  });
}
