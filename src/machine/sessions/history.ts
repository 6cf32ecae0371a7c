import { createLineFramer } from '../../core/lines/framer.ts';
import type { JsonObject } from '../../core/lines/json.ts';
import type { Line } from '../../core/lines/line.ts';
import { parseText } from '../../core/lines/parse-text.ts';
import type { SessionProblem } from './problem.ts';
import { sourceOf } from './source-of.ts';
import type { SessionFile } from './store.ts';

/** The beginning of a file from which another one goes on. */
export interface HistoryPart {
  file: SessionFile;
  /** Records with this ordinal and greater ones do not belong to it. */
  endOrdinal: number | undefined;
  /** Bytes of plain text that belong to it; decides where records have no ordinal. */
  endOffset: number | undefined;
}

export interface History {
  /** The oldest first. */
  parts: HistoryPart[];
  problems: SessionProblem[];
}

/** The records of a part, those of each chunk together. Its bad lines are told of when its file is itself read. */
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

/** Ordinals outlast a file that was written anew; offsets stand in for records that have none. */
function isBeyond(part: HistoryPart, record: JsonObject, line: Line): boolean {
  if (part.endOrdinal !== undefined && typeof record.ordinal === 'number') return record.ordinal >= part.endOrdinal;
  return part.endOffset !== undefined && line.offset >= part.endOffset;
}
