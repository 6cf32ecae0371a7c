import { createLineFramer } from '../lines/framer.ts';
import type { JsonObject } from '../lines/json.ts';
import type { Line } from '../lines/line.ts';
import { parseText } from '../lines/parse-text.ts';
import type { HistoryPart } from './history.ts';
import { plainBytes } from './plain-bytes.ts';

/** The records of a file from which another one goes on. Its bad lines are told of when it is itself read. */
export async function* recordsOf(part: HistoryPart): AsyncGenerator<JsonObject> {
  const framer = createLineFramer();
  for await (const chunk of plainBytes(part.file)) {
    for (const line of framer.push(chunk)) {
      for (const record of parseText(line.text).records) {
        if (isBeyond(part, record, line)) return;
        yield record;
      }
    }
  }
  for (const line of framer.end()) {
    for (const record of parseText(line.text).records) if (!isBeyond(part, record, line)) yield record;
  }
}

/** Ordinals outlast a file that was written anew; offsets stand in for records that have none. */
function isBeyond(part: HistoryPart, record: JsonObject, line: Line): boolean {
  if (part.endOrdinal !== undefined && typeof record.ordinal === 'number') return record.ordinal >= part.endOrdinal;
  return part.endOffset !== undefined && line.offset >= part.endOffset;
}
