import type { JsonObject } from '../../../../core/lines/json.ts';
import { beginningOf } from '../../../../core/wires/opencode/stored-records.ts';
import { createLinesSource } from '../../rows/lines-source.ts';
import type { SessionSource, SourceKey, SourceLook } from '../../session-source.ts';
import { readTreeFile, statTreeFile, type TreePlace, treePlaces } from './tree-files.ts';

export interface TreeSourceOptions {
  key: SourceKey;
  /** The folder `storage`. */
  storage: string;
  /** The file of the session itself. */
  path: string;
  id: string;
  /** The time at which it was found, in milliseconds since 1970. */
  foundAt: number;
}

/** A session of the tree of files up to 1.1. Each file is a line, in the form of a row of the later database. */
export function createTreeSource({ key, storage, path, id, foundAt }: TreeSourceOptions): SessionSource {
  const places = () => treePlaces(storage, path, id);

  function look(): SourceLook | undefined {
    const session = statTreeFile(path);
    if (!session) return undefined;
    let size = 0;
    let modified = session.mtimeMs;
    const versions: string[] = [];
    for (const place of places()) {
      const stats = place.kind === 'end' ? undefined : statTreeFile(place.path);
      if (!stats) continue;
      size += stats.size;
      modified = Math.max(modified, stats.mtimeMs);
      versions.push(`${stats.ino} ${stats.size} ${stats.mtimeMs}`);
    }
    return { version: versions.join('|'), size, modified };
  }

  function readLines(found: readonly TreePlace[], from: number, wanted: number): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let bytes = 0;
    for (let at = from; at < found.length && bytes < wanted; at += 1) {
      const place = found[at];
      const line = Buffer.from(place ? lineOf(place, id) : '');
      lines.push(line);
      bytes += line.length;
    }
    return lines;
  }

  return createLinesSource<TreePlace>({
    key,
    look,
    places,
    settled: (found) => found,
    isLater: (place) => (statTreeFile(place.path)?.mtimeMs ?? 0) > foundAt,
    readLines,
  });
}

const TABLES = { session: 'session', begin: 'message', part: 'part', end: 'message' } as const;

/** The line of a file; empty if it has none. A file that is no object is told as it is. */
function lineOf({ kind, path }: TreePlace, sessionId: string): string {
  const value = readTreeFile(path);
  if (value === undefined) return '';
  const row = typeof value === 'string' ? unreadable(value, path, sessionId) : rowOf(kind, value);
  return row && (typeof value !== 'string' || kind !== 'end')
    ? `${JSON.stringify({ table: TABLES[kind], row })}\n`
    : '';
}

function unreadable(data: string, path: string, sessionId: string): JsonObject {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1, -'.json'.length);
  return { id: name, session_id: sessionId, data };
}

/** What a line tells: a session and the beginning of a message have only what never changes. */
function rowOf(kind: TreePlace['kind'], value: JsonObject): JsonObject | undefined {
  if (kind === 'session') {
    const { id, version, projectID, directory, parentID, time } = value;
    const created = typeof time === 'object' && time !== null && 'created' in time ? time.created : undefined;
    return { id, version, projectID, directory, parentID, time_created: created };
  }
  if (kind === 'part') return value;
  const isAnswer = value.role === 'assistant';
  if (kind === 'end') return isAnswer ? value : undefined;
  if (isAnswer) return beginningOf(value);
  const { summary: _summary, ...prompt } = value;
  return prompt;
}
