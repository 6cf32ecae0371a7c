import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A recording of another version, and where it is. */
export interface LastRecording {
  version: string;
  folder: string;
}

/** The newest version below this one that was recorded, in any of the folders; else the newest of all others. */
export function lastRecording(agent: string, version: string, folders: readonly string[]): LastRecording | undefined {
  const all = folders.flatMap((folder) => {
    const path = join(folder, agent);
    const versions = existsSync(path) ? readdirSync(path) : [];
    return versions.map((each) => ({ version: each, folder: join(path, each) }));
  });
  const others = all.filter((each) => each.version !== version).sort((a, b) => compareVersions(a.version, b.version));
  return others.filter((each) => compareVersions(each.version, version) < 0).at(-1) ?? others.at(-1);
}

/** Versions by their numbers: 0.9 is before 0.10. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
