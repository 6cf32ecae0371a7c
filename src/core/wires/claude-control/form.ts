import { isObject, type JsonObject } from '../../lines/json.ts';
import { claudeStreamForm, liveTraits } from '../claude-stream/form.ts';
import { enveloped, isEnvelope } from '../traffic-envelope.ts';
import type { WireForm } from '../wire.ts';

/** True for a bare line of the control protocol: a frame, the life of a prompt, or a prompt of the client. */
function isControl(record: JsonObject): boolean {
  const { type } = record;
  if (typeof type !== 'string' || 'sessionId' in record) return false;
  switch (type) {
    case 'control_response':
      return isObject(record.response) && typeof record.response.subtype === 'string';
    case 'control_request':
      return isObject(record.request) && typeof record.request.subtype === 'string';
    case 'control_cancel_request':
      return typeof record.request_id === 'string';
    case 'command_lifecycle':
      return typeof record.command_uuid === 'string' && typeof record.session_id === 'string';
    case 'user':
      return record.session_id === '' && 'parent_tool_use_id' in record && isObject(record.message);
    default:
      return false;
  }
}

function recognises(record: JsonObject): boolean {
  const said = enveloped(record);
  return said ? isControl(said) || claudeStreamForm.recognises(said) : isControl(record);
}

/** What a client and `claude -p --input-format stream-json` say to each other, both sides or one, 1.0 to today. */
export const claudeControlForm = {
  name: 'claude-control',
  ...liveTraits,
  recognises,
  accepts: isEnvelope,
} satisfies WireForm;
