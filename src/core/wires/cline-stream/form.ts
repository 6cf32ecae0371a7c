import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** True for lines of this wire alone. Every line has a time in ISO 8601 under `ts`. */
function recognises(record: JsonObject): boolean {
  if (typeof record.ts !== 'string') return false;
  switch (record.type) {
    case 'hook_event':
      return typeof record.hookEventName === 'string';
    case 'agent_event':
    case 'team_event':
      return isObject(record.event);
    case 'run_result':
      return 'finishReason' in record;
    case 'error':
      return typeof record.message === 'string';
    default:
      return false;
  }
}

/** `cline --json` of Cline 3. */
export const clineStreamForm = {
  name: 'cline-stream',
  agent: 'cline',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'wire',
  recognises,
} satisfies WireForm;
