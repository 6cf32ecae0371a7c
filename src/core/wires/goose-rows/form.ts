import { isObject, type JsonObject } from '../../lines/json.ts';
import { isMessage } from '../goose/is-message.ts';
import type { WireForm } from '../wire.ts';

/** Rows of goose's three tables, by columns that only they have. */
function isRow({ table, row }: JsonObject): boolean {
  if (!isObject(row)) return false;
  if (table === 'sessions') return 'working_dir' in row && 'session_type' in row;
  if (table === 'messages') return 'content_json' in row && 'metadata_json' in row;
  return table === 'usage_ledger' && 'cost_source' in row;
}

/** The first line of a file before 1.10. */
function isHeader(record: JsonObject): boolean {
  return (
    typeof record.working_dir === 'string' && typeof record.message_count === 'number' && record.type === undefined
  );
}

/** The sum of a session, which follows its rows where the database keeps no ledger. */
function isSum({ table, row }: JsonObject): boolean {
  return table === 'sessions' && isObject(row) && 'accumulated_input_tokens' in row;
}

/** goose's `sessions.db`, as lines of rows; `goose session export --format json`; session files before 1.10. */
export const gooseRowsForm = {
  name: 'goose-rows',
  agent: 'goose',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises: (record) => isRow(record) || isHeader(record) || isSum(record) || isMessage(record),
  // Tables and columns change from schema to schema.
  accepts: ({ table, row }) => typeof table === 'string' && isObject(row),
  document: {
    recognises: (value) =>
      isObject(value) && typeof value.working_dir === 'string' && Array.isArray(value.conversation),
    *records(value) {
      if (!isObject(value)) return;
      const { conversation, ...header } = value;
      yield header;
      if (Array.isArray(conversation)) for (const message of conversation) if (isObject(message)) yield message;
    },
  },
} satisfies WireForm;
