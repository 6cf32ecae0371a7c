import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A recording of another version, and where it is. */
export interface LastRecording {
  version: string;
  folder: string;
}

/** What is looked for: recordings of these scenarios, in these folders. */
export interface Wanted {
  agent: string;
  version: string;
  scenarios: readonly string[];
  folders: readonly string[];
  /** Where this version is recorded now: nothing is compared with itself. */
  out: string;
}

/** The newest version below this one that was recorded; else the newest of all others; else this one, recorded elsewhere. */
export function lastRecording({ agent, version, scenarios, folders, out }: Wanted): LastRecording | undefined {
  const all = folders.flatMap((folder) => {
    const path = join(folder, agent);
    const versions = existsSync(path) ? readdirSync(path) : [];
    return versions.map((each) => ({ version: each, folder: join(path, each) }));
  });
  const usable = all
    .filter(({ folder }) => folder !== join(out, agent, version))
    .filter(({ folder }) => scenarios.some((name) => existsSync(join(folder, name))))
    .sort((a, b) => compareVersions(a.version, b.version));
  const others = usable.filter((each) => each.version !== version);
  return others.filter((each) => compareVersions(each.version, version) < 0).at(-1) ?? others.at(-1) ?? usable.at(-1);
}

/** Versions by their numbers: 0.9 is before 0.10. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
