import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** Names of events have at least two words. */
const NAME = /^[a-z]+(?:[.-][a-z]+)+$/;

/** What `GET /event` of `opencode serve` sends, a line an event. */
export const opencodeEventsForm = {
  name: 'opencode-events',
  agent: 'opencode',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises({ id, type, properties }: JsonObject) {
    if (typeof type !== 'string' || !NAME.test(type) || !isObject(properties)) return false;
    // Older versions give events no id: only what tells of a session is then sure.
    return typeof id === 'string' ? id.startsWith('evt_') : hasSessionId(properties);
  },
} satisfies WireForm;

function hasSessionId({ sessionID, info, part }: JsonObject): boolean {
  const told = [sessionID, isObject(info) ? info.sessionID : undefined, isObject(part) ? part.sessionID : undefined];
  return told.some((id) => typeof id === 'string' && id.startsWith('ses_'));
}
