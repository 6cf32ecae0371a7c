import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';
import { CONTEXT_TYPES } from './kinds.ts';

/**
 * True for lines of this wire alone. Since 2.1.240 `type` may be anywhere in a line. Session files write `sessionId`,
 * and Gemini's and our own results have no subtype.
 */
function recognises(record: JsonObject): boolean {
  const { type } = record;
  if (typeof type !== 'string' || 'sessionId' in record) return false;
  if (typeof record.session_id !== 'string') return false;
  if (type === 'system' || type === 'result') return typeof record.subtype === 'string';
  if (type === 'assistant' || type === 'user') return isObject(record.message);
  return type === 'stream_event' ? isObject(record.event) : CONTEXT_TYPES.has(type);
}

/** What holds of all that Claude Code prints. */
export const liveTraits = {
  agent: 'claude',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
} as const;

/** The number of list entries to check. */
const LOOKED_AT = 16;

/** `claude -p --output-format stream-json`, or `json`, 0.2 to today. */
export const claudeStreamForm = {
  name: 'claude-stream',
  ...liveTraits,
  recognises,
  document: {
    recognises: (value) =>
      Array.isArray(value)
        ? value.slice(0, LOOKED_AT).some((entry) => isObject(entry) && recognises(entry))
        : recognises(value as JsonObject),
    *records(value) {
      // An entry that is no record is kept.
      for (const entry of Array.isArray(value) ? value : [value]) yield isObject(entry) ? entry : { entry };
    },
  },
} satisfies WireForm;
