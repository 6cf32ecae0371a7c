import { cpSync, existsSync, globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import type { answersOf } from './answers.ts';

const fixtures = fileURLToPath(new URL('../fixtures/old', import.meta.url));

/** The place of the homes in the fixtures: `scripts/old-data.ts` made them there. */
export const OLD_PLACE = '/home/you';

/** The versions of threadline whose data is kept here, by name. */
export const oldVersions = (): string[] => globSync('*', { cwd: fixtures }).sort();

const unpacked = (version: string, name: string): Buffer =>
  zstdDecompressSync(readFileSync(join(fixtures, version, name)));

export type OldAnswers = Awaited<ReturnType<typeof answersOf>>;

/** What that version itself answered. */
export function oldAnswers(version: string, name: 'archive' | 'server'): OldAnswers {
  return JSON.parse(unpacked(version, `${name}.json.zst`).toString());
}

export const oldDump = (version: string): string => unpacked(version, 'dump.sql.zst').toString();

/** Puts the archive of that version into a folder, with its second copies of sessions whose files are gone. */
export function placeOldArchive(version: string, folder: string): void {
  writeFileSync(join(folder, 'archive.db'), unpacked(version, 'archive.db.zst'), { mode: 0o600 });
  const kept = join(fixtures, version, 'kept');
  if (existsSync(kept)) cpSync(kept, join(folder, 'kept'), { recursive: true });
}

/** Writes the homes as that version left them. Their files are dated now: an archive takes them in again. */
export function placeOldHomes(version: string, place: string): void {
  const files: Record<string, string> = JSON.parse(unpacked(version, 'homes.json.zst').toString());
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), Buffer.from(content, 'base64'));
    utimesSync(join(place, path), new Date(), new Date());
  }
}
