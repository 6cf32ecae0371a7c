import { createLineFramer } from '../../core/lines/framer.ts';
import type { JsonObject } from '../../core/lines/json.ts';
import type { Line } from '../../core/lines/line.ts';
import { parseText } from '../../core/lines/parse-text.ts';
import type { SessionProblem } from './problem.ts';
import { sourceOf } from './source-of.ts';
import type { SessionFile } from './store.ts';

/** The beginning of a file that another one continues. */
export interface HistoryPart {
  file: SessionFile;
  /** The first ordinal that no longer belongs to it. */
  endOrdinal: number | undefined;
  /** Bytes of plain text that belong to it, for records without an ordinal. */
  endOffset: number | undefined;
}

export interface History {
  /** The oldest first. */
  parts: HistoryPart[];
  problems: SessionProblem[];
}

/** The records of a part, chunk by chunk. Its bad lines are reported when its own file is read. */
export async function* recordsOf(part: HistoryPart): AsyncGenerator<JsonObject[]> {
  const framer = createLineFramer();
  let isOver = false;

  function take(lines: readonly Line[]): JsonObject[] {
    const records: JsonObject[] = [];
    for (const line of lines) {
      for (const record of parseText(line.text).records) {
        isOver ||= isBeyond(part, record, line);
        if (isOver) return records;
        records.push(record);
      }
    }
    return records;
  }

  for await (const chunk of sourceOf(part.file).read()) {
    yield take(framer.push(chunk));
    if (isOver) return;
  }
  yield take(framer.end());
}

/** Ordinals survive a rewritten file. Offsets serve for records that have none. */
function isBeyond(part: HistoryPart, record: JsonObject, line: Line): boolean {
  if (part.endOrdinal !== undefined && typeof record.ordinal === 'number') return record.ordinal >= part.endOrdinal;
  return part.endOffset !== undefined && line.offset >= part.endOffset;
}
