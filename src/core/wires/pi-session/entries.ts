import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { BOOKS } from './kinds.ts';
import { contextOf } from './live.ts';
import { countOther, extensionItem, type PiState, readMessage, summaryItem } from './messages.ts';
import { entryTable } from './records.ts';

/** Reads an entry of a session file. */
export function readEntry(state: PiState, record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
  const { type } = record;
  const { id = `L${line}.0`, message, extra } = entryTable.read(record, problems);
  if (type === 'message' && message) {
    const events = readMessage(state, message, line, problems);
    if (extra) for (const event of events.slice(-1)) event.extra = { ...event.extra, ...extra };
    return events;
  }
  /** The fields of the entry that are not its place in the tree. */
  const body: JsonObject = message ? { ...extra, message } : { ...extra };
  if (type === 'compaction' || type === 'branch_summary') {
    const item = summaryItem(body, id, problems);
    return [{ type: 'item.completed', item }, ...countOther(state, record.usage, problems)];
  }
  if (type === 'custom_message') return [{ type: 'item.completed', item: extensionItem(body, id, problems) }];
  if (!BOOKS.has(type)) return [unknownEntry(record)];
  const event = contextOf(record);
  if (typeof record.modelId === 'string') event.model = record.modelId;
  if (type === 'session_info' && typeof record.name === 'string') event.text = record.name;
  return [event, ...countOther(state, record.usage, problems)];
}

function unknownEntry({ type, ...data }: JsonObject): ThreadEvent {
  return { type: 'unknown', wire_type: typeof type === 'string' ? type : '', data };
}
