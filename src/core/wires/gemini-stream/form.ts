import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';
import { isJsonOutput } from './is-json-output.ts';

/**
 * The fields that identify a line of each kind. All have a time as well, which our own NDJSON with the same kinds never
 * has (docs/decisions/0044-ndjson-and-gemini-stream.md).
 */
const TELLING_FIELDS = new Map<unknown, readonly string[]>([
  ['init', ['session_id']],
  ['message', ['role', 'content']],
  ['tool_use', ['tool_name', 'tool_id']],
  ['tool_result', ['tool_id', 'status']],
  ['error', ['severity', 'message']],
  ['result', ['status']],
]);

/** `gemini --output-format stream-json` from 0.11 on, and `--output-format json`. */
export const geminiStreamForm = {
  name: 'gemini-stream',
  agent: 'gemini',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises(record: JsonObject) {
    const fields = TELLING_FIELDS.get(record.type);
    return (
      fields !== undefined &&
      typeof record.timestamp === 'string' &&
      fields.every((name) => typeof record[name] === 'string')
    );
  },
  document: {
    recognises: (value) => isObject(value) && isJsonOutput(value),
    records: (value) => (isObject(value) ? [value] : []),
  },
} satisfies WireForm;
