import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject, parseJson } from '../../../../core/lines/json.ts';

/** The names in a folder of the tree, of files or folders; none if it is not there. A link is not followed. */
export function namesIn(folder: string, kind: 'file' | 'folder'): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => (kind === 'file' ? entry.isFile() && entry.name.endsWith('.json') : entry.isDirectory()))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** A file of the tree: an object, or its text where it is none. Undefined if it is gone. */
export function readTreeFile(path: string): JsonObject | string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const value = parseJson(text);
    return isObject(value) ? value : text;
  } catch {
    return undefined;
  }
}

export function statTreeFile(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}

/** A line of a session of the tree: what it tells, and of which file. */
export interface TreePlace {
  kind: 'session' | 'begin' | 'part' | 'end';
  path: string;
}

/** The lines of a session, in order. Ids begin with a time, so that their order is that of the files. */
export function treePlaces(storage: string, sessionFile: string, id: string): TreePlace[] {
  const places: TreePlace[] = [{ kind: 'session', path: sessionFile }];
  const messages = join(storage, 'message', id);
  for (const name of namesIn(messages, 'file')) {
    const path = join(messages, name);
    places.push({ kind: 'begin', path });
    const parts = join(storage, 'part', name.slice(0, -'.json'.length));
    for (const part of namesIn(parts, 'file')) places.push({ kind: 'part', path: join(parts, part) });
    places.push({ kind: 'end', path });
  }
  return places;
}
