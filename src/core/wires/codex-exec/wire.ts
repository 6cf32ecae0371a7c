import type { JsonObject } from '../../lines/json.ts';
import { keyCount } from '../field-table.ts';
import type { Wire } from '../wire.ts';
import { createCodexExecReader } from './read.ts';

/** Names of other services that some versions mixed in. */
const TYPES = new Set(['session.created', 'message.output_text.delta', 'message.output_text.done']);

/** Prefixes of kinds that belong to this wire alone, including those of later versions. */
const OWN_PREFIXES = ['thread.', 'turn.', 'item.'];

function isOwnType(type: string): boolean {
  return TYPES.has(type) || OWN_PREFIXES.some((prefix) => type.startsWith(prefix));
}

/** `{type: 'error', message}` and nothing else. Errors of other agents also have a severity or a time. */
function isErrorLine(record: JsonObject): boolean {
  return record.type === 'error' && typeof record.message === 'string' && keyCount(record) === 2;
}

/** `codex exec --json`, 0.42 to today. */
export const codexExec: Wire = {
  name: 'codex-exec',
  agent: 'codex',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'derived',
  readsUnclaimed: true,
  recognises: (record: JsonObject) =>
    typeof record.type === 'string' && !('payload' in record) && (isOwnType(record.type) || isErrorLine(record)),
  createReader: createCodexExecReader,
};
