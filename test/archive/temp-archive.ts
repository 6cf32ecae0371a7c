import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Archive, type ArchiveOptions, openArchive } from 'threadline/archive';
import { afterEach } from 'vitest';

const folders: string[] = [];
const opened: Archive[] = [];

afterEach(async () => {
  for (const archive of opened.splice(0)) await archive.close().catch(() => {});
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function tempFolder(name = 'folder'): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-archive-'));
  folders.push(folder);
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

/** An archive that is gone after the test; it indexes in the same thread, which starts faster. */
export async function tempArchive(options: ArchiveOptions = {}): Promise<Archive> {
  const archive = await openArchive({ folder: tempFolder(), homes: [], sameThread: true, ...options });
  opened.push(archive);
  return archive;
}
