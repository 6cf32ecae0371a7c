import type { SourceLook } from '../session-source.ts';
import { databaseStamp } from './database-files.ts';

/** Remembers what `look` found in a database, until the database changes. */
export interface LookMemory {
  of(path: string, id: string, look: () => SourceLook | undefined): SourceLook | undefined;
  /** The version alone. It may be known where no look was taken. */
  versionOf(path: string, id: string, version: () => string | undefined): string | undefined;
}

interface Known {
  stamp: string;
  looks: Map<string, SourceLook | undefined>;
  versions: Map<string, string | undefined>;
}

export function createLookMemory(): LookMemory {
  const known = new Map<string, Known>();

  /** What is known of a database as it is now; undefined if its changes cannot be told. */
  function knownOf(path: string): Known | undefined {
    const stamp = databaseStamp(path);
    if (stamp === undefined) return undefined;
    const before = known.get(path);
    if (before?.stamp === stamp) return before;
    const fresh: Known = { stamp, looks: new Map(), versions: new Map() };
    known.set(path, fresh);
    return fresh;
  }

  return {
    of(path, id, look) {
      const now = knownOf(path);
      if (!now) return look();
      if (!now.looks.has(id)) now.looks.set(id, look());
      return now.looks.get(id);
    },
    versionOf(path, id, version) {
      const now = knownOf(path);
      if (!now) return version();
      if (now.looks.has(id)) return now.looks.get(id)?.version;
      if (!now.versions.has(id)) now.versions.set(id, version());
      return now.versions.get(id);
    },
  };
}
