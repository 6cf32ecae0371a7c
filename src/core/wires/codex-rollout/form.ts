import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';
import { isBareHeader } from './bare-header.ts';
import { LINE_TYPES } from './kinds.ts';

/** Codex's session files, of all forms. */
export const codexRolloutForm = {
  name: 'codex-rollout',
  agent: 'codex',
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'derived',
  recognises,
  document: { recognises: isSessionDocument },
} satisfies WireForm;

function recognises(record: JsonObject): boolean {
  if (isObject(record.payload)) {
    return typeof record.type === 'string' && (LINE_TYPES.has(record.type) || typeof record.timestamp === 'string');
  }
  return record.record_type === 'state' || isBareHeader(record) || isResponseItem(record);
}

/** A response item without an envelope: from a file that lost its first line, or printed by `codex -q`. */
function isResponseItem(record: JsonObject): boolean {
  switch (record.type) {
    case 'message':
      return typeof record.role === 'string' && Array.isArray(record.content);
    case 'reasoning':
      return Array.isArray(record.summary);
    case 'function_call':
      return typeof record.call_id === 'string' && typeof record.arguments === 'string';
    case 'function_call_output':
    case 'custom_tool_call_output':
      return typeof record.call_id === 'string' && 'output' in record;
    case 'custom_tool_call':
      return typeof record.call_id === 'string' && typeof record.input === 'string';
    case 'local_shell_call':
      return isObject(record.action);
    default:
      return false;
  }
}

/** A whole session in one value, as the CLI wrote it before its rewrite in Rust: `{session: {…}, items: […]}`. */
export function isSessionDocument(value: unknown): value is JsonObject & { session: JsonObject; items: unknown[] } {
  return isObject(value) && isObject(value.session) && Array.isArray(value.items);
}
