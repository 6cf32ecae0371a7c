import type { JsonObject } from '../../../lines/json.ts';
import type { CompactionItem } from '../../../thread/item.ts';
import { anything, optionalId, optionalText } from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { CurrentRecord } from '../record.ts';

const compactedTable = fieldTable((wire) => ({
  message: optionalText(wire.message),
}));

/** The line `compacted`, with the summary. */
export function compactedItem(payload: JsonObject, record: CurrentRecord): CompactionItem {
  const { message, extra } = compactedTable.read(payload, record.problems);
  return withDefined<CompactionItem>(
    { id: record.nextId(), type: 'compaction' },
    { summary: message || undefined, extra },
  );
}

const markTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id) ?? optionalId(wire.call_id),
}));

/** `context_compacted` and `ContextCompaction`, which only say that it happened. */
export function compactionMark(source: JsonObject, record: CurrentRecord): CompactionItem {
  const { id = record.nextId(), extra } = markTable.read(source, record.problems);
  return withDefined<CompactionItem>({ id, type: 'compaction' }, { extra });
}
