import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type JsonObject, parseObject } from '../../../core/lines/json.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { machineLimits } from '../../../limits/machine.ts';

/** One line of a journal: an answer, or a text that was said in a turn. */
export interface JournalEntry {
  /** Milliseconds since 1970. */
  at: number;
  type: string;
  /** The whole line. */
  data: JsonObject;
}

/** Reads a journal as it grows. Lines that are damaged are left out: what they tell is beside the session's own file. */
export interface JournalReader {
  /** The entries that were written since the last call. */
  more(): JournalEntry[];
}

/** Told by the session's own events, or of no use to a reader. */
const LEFT_OUT = new Set(['opened', 'closed']);

export function createJournalReader(path: string): JournalReader {
  let from = 0;
  return {
    more() {
      const text = readFrom(path, from);
      const end = text.lastIndexOf(10) + 1;
      from += end;
      return text
        .subarray(0, end)
        .toString('utf8')
        .split('\n')
        .flatMap((line) => entryOf(line));
    },
  };
}

/** The bytes after an offset, as many as are read at once. A journal that is gone or cannot be read has none. */
function readFrom(path: string, from: number): Buffer {
  let file: number | undefined;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(file);
    const length = stats.isFile() ? Math.min(stats.size - from, machineLimits.maxJournalBytes) : 0;
    if (length <= 0) return Buffer.alloc(0);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, from));
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function entryOf(line: string): JournalEntry[] {
  const data = line === '' ? undefined : parseObject(line);
  const at = typeof data?.at === 'string' ? parseTime(data.at) : undefined;
  if (!data || typeof data.type !== 'string' || LEFT_OUT.has(data.type) || at === undefined) return [];
  return [{ at, type: data.type, data }];
}
