import type { Problem } from '../../../../errors.ts';
import type { JsonObject } from '../../../lines/json.ts';
import type { CompactionItem } from '../../../thread/item.ts';
import { anything, optionalId, optionalText } from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';

const compactedTable = fieldTable((wire) => ({
  message: optionalText(wire.message),
}));

/** The line `compacted`, which has the summary. */
export function compactedItem(payload: JsonObject, id: string, problems: Problem[]): CompactionItem {
  const { message, extra } = compactedTable.read(payload, problems);
  const item: CompactionItem = { id, type: 'compaction' };
  if (message !== undefined && message !== '') item.summary = message;
  if (extra) item.extra = extra;
  return item;
}

const markTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id) ?? optionalId(wire.call_id),
}));

/** `context_compacted` and `ContextCompaction`, which only say that it happened. */
export function compactionMark(source: JsonObject, nextId: () => string, problems: Problem[]): CompactionItem {
  const { id, extra } = markTable.read(source, problems);
  const item: CompactionItem = { id: id ?? nextId(), type: 'compaction' };
  if (extra) item.extra = extra;
  return item;
}
