import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { Usage } from '../../thread/usage.ts';
import { readUsage } from '../usage-fields.ts';

/**
 * The names of the Responses API, which some services mix into the stream: `message.output_text.delta` and `.done`
 * become the events of one agent message, `response.completed` a token count.
 */
export function createResponsesReader() {
  /** The message that is being written. Its deltas and its end share one id. */
  let messageId: string | undefined;
  let written = '';
  let total: Usage = addUsage();

  /** The wire's id, else one made of the line on which the message began. */
  function idOf(record: JsonObject, line: number): string {
    messageId ??= typeof record.item_id === 'string' ? record.item_id : `L${line}.0`;
    return messageId;
  }

  function delta(record: JsonObject, line: number): JsonObject {
    const { type: _type, item_id: _id, delta: text, ...extra } = record;
    const text_delta = typeof text === 'string' ? text : '';
    written += text_delta;
    const event: JsonObject = {
      type: 'item.delta',
      item_id: idOf(record, line),
      item_type: 'agent_message',
      delta: { text_delta },
    };
    if (typeof text !== 'string' && text !== undefined) extra.delta = text;
    return withExtra(event, extra);
  }

  function done(record: JsonObject, line: number): JsonObject {
    const { type: _type, item_id: _id, text, ...extra } = record;
    const item = { id: idOf(record, line), type: 'agent_message', text: typeof text === 'string' ? text : written };
    if (typeof text !== 'string' && text !== undefined) extra.text = text;
    messageId = undefined;
    written = '';
    return withExtra({ type: 'item.completed', item }, extra);
  }

  function completed(record: JsonObject, problems: Problem[]): JsonObject {
    const { type: _type, ...extra } = record;
    const response = isObject(record.response) ? record.response : record;
    const last = isObject(response.usage) ? readResponseUsage(response.usage, problems) : undefined;
    if (record.usage !== undefined && last) delete extra.usage;
    if (last) total = addUsage(total, last);
    const event: JsonObject = { type: 'token_count', ...total };
    if (last) event.last = last;
    return withExtra(event, extra);
  }

  return { delta, done, completed };
}

/** The Responses API keeps the finer counts one level down. */
function readResponseUsage(source: JsonObject, problems: Problem[]): Usage {
  const { input_tokens_details: input, output_tokens_details: output, ...rest } = source;
  const cached = isObject(input) ? input.cached_tokens : undefined;
  const reasoning = isObject(output) ? output.reasoning_tokens : undefined;
  const counts: JsonObject = { ...rest };
  if (cached !== undefined) counts.cached_input_tokens ??= cached;
  if (reasoning !== undefined) counts.reasoning_output_tokens ??= reasoning;
  return readUsage(counts, problems);
}

function withExtra(event: JsonObject, extra: JsonObject): JsonObject {
  if (Object.keys(extra).length > 0) event.extra = extra;
  return event;
}
