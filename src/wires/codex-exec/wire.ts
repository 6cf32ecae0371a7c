import type { JsonObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createCodexExecReader } from './read.ts';

const TYPES = new Set([
  'thread.started',
  'thread.resumed',
  'session.created',
  'turn.started',
  'turn.completed',
  'turn.failed',
  'item.started',
  'item.created',
  'item.updated',
  'item.delta',
  'item.completed',
  'item.failed',
  'message.output_text.delta',
  'message.output_text.done',
]);

/** `codex exec --json`, 0.42 to today. */
export const codexExec: Wire = {
  name: 'codex-exec',
  hasThreadIds: true,
  recognises: (record: JsonObject) =>
    typeof record.type === 'string' && TYPES.has(record.type) && !('payload' in record),
  createReader: createCodexExecReader,
};
