import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { type Conversation, contextEvent, type LinePlace, placed, started } from '../claude/conversation.ts';
import { badField } from '../field-table.ts';
import { restOfDelta } from '../rest-of-delta.ts';

/**
 * `stream_event` lines (`--include-partial-messages`): the API's own events. Deltas of text and thinking grow an item.
 * The whole line, which comes just before the end of its block, repeats it.
 */
export interface Partials {
  read(record: JsonObject, place: LinePlace, problems: Problem[]): ThreadEvent[];
}

type Kind = 'text' | 'thinking';

/** Checks for a line before it is taken apart. */
const isText = (value: unknown) => typeof value === 'string';
const FIELDS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['event', isObject],
  ['session_id', isText],
  ['parent_tool_use_id', isText],
];

interface OpenBlock {
  kind: Kind;
  /** Undefined for a second text of its message, which takes the id of a later line. */
  itemId: string | undefined;
  isStarted: boolean;
}

interface OpenMessage {
  id: string;
  /** The open block. There is only one at a time. */
  block?: OpenBlock | undefined;
}

export function createPartials(conversation: Conversation): Partials {
  /** Open messages by sub-agent, because they come mixed. */
  const messages = new Map<string, OpenMessage>();

  function grow(
    event: JsonObject,
    message: OpenMessage,
    record: JsonObject,
    place: LinePlace,
  ): ThreadEvent | undefined {
    const { block } = message;
    const added = isObject(event.delta) && block ? deltaText(event.delta, block.kind) : undefined;
    if (!block || block.itemId === undefined || added === undefined) return undefined;
    const type = block.kind === 'text' ? 'agent_message' : 'reasoning';
    const { type: _type, event: _event, session_id: _session, parent_tool_use_id: _parent, ...extra } = record;
    Object.assign(extra, restOfDelta(event));
    if (block.isStarted) {
      const delta: ItemDeltaEvent = {
        type: 'item.delta',
        item_id: block.itemId,
        item_type: type,
        delta: { text_delta: added },
      };
      return placed({ ...delta, extra }, place);
    }
    block.isStarted = true;
    const item: ThreadItem = { id: block.itemId, type, text: added };
    return { ...started(item, place), extra };
  }

  return {
    read(record, line, problems) {
      const event = isObject(record.event) ? record.event : {};
      const odd = FIELDS.filter(([name, isRight]) => record[name] != null && !isRight(record[name]));
      for (const [name] of odd) problems.push(badField(name, record[name]));
      // An odd record is kept whole and grows nothing.
      if (odd.length > 0) return [contextEvent('stream_event', record, line)];
      const key = line.parent_item_id ?? '';
      if (event.type === 'message_start') {
        const id = isObject(event.message) ? event.message.id : undefined;
        if (typeof id === 'string') messages.set(key, { id });
      }
      const message = messages.get(key);
      const place = message ? placeIn(message.id, event, record, line) : line;
      if (event.type === 'message_stop') {
        messages.delete(key);
      } else if (message && event.type === 'content_block_start') {
        message.block = openBlock(event, message, conversation);
      } else if (message && event.type === 'content_block_delta') {
        const grown = grow(event, message, record, place);
        if (grown) return [grown];
      }
      return [contextEvent('stream_event', record, place)];
    },
  };
}

/** Its first event names the message, and since 2.1.325 each line does. */
function placeIn(id: string, { message }: JsonObject, { api_message_id }: JsonObject, place: LinePlace): LinePlace {
  const isRequestSaid = api_message_id === id || (isObject(message) && message.id === id);
  return { ...place, request_id: id, isRequestSaid };
}

function openBlock(event: JsonObject, message: OpenMessage, conversation: Conversation): OpenBlock | undefined {
  const type = isObject(event.content_block) ? event.content_block.type : undefined;
  if (type !== 'text' && type !== 'thinking') return undefined;
  return { kind: type, itemId: conversation.coming(message.id, type), isStarted: false };
}

function deltaText(delta: JsonObject, kind: Kind): string | undefined {
  const text = delta.type === `${kind}_delta` ? delta[kind] : undefined;
  return typeof text === 'string' ? text : undefined;
}
