import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ItemCompletedEvent, ItemDeltaEvent, TokenCountEvent } from '../../thread/event.ts';
import { addInferred, ID, ITEM_ID } from '../../thread/inferred.ts';
import type { AgentMessageItem } from '../../thread/item.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { readUsage, withTotal } from '../codex/token-usage.ts';
import { optionalId, optionalText } from '../field-checks.ts';
import { badField, fieldTable, keyCount } from '../field-table.ts';
import { inferCounts, inferItem } from '../inferred.ts';

/** `{item_id, delta}` and `{item_id, text}`. The type already chose the reader. */
const deltaTable = fieldTable((wire) => ({
  item_id: optionalId(wire.item_id),
  delta: optionalText(wire.delta),
}));
const doneTable = fieldTable((wire) => ({
  item_id: optionalId(wire.item_id),
  text: optionalText(wire.text),
}));

/**
 * Reads the names of the Responses API, which some services mix into the stream: `message.output_text.delta` and
 * `.done` become the events of one agent message, `response.completed` becomes a token count.
 */
export function createResponsesReader() {
  /** Messages in progress, by id. Their deltas and their end share it. */
  const written = new Map<string, string>();
  /** The message that a record without an id belongs to. */
  let last: string | undefined;
  let total: CountedUsage = addUsage();

  /** The wire's id, else that of the message in progress, else one made from the line on which it began. */
  function begin(id: string | undefined, line: number): string {
    last = id ?? last ?? `L${line}.0`;
    if (!written.has(last) && written.size >= coreLimits.maxOpenCalls)
      written.delete(written.keys().next().value ?? '');
    return last;
  }

  function delta({ type: _type, ...record }: JsonObject, line: number, problems: Problem[]): ItemDeltaEvent {
    const fields = deltaTable.read(record, problems);
    const item_id = begin(fields.item_id, line);
    const text_delta = fields.delta ?? '';
    written.set(item_id, (written.get(item_id) ?? '') + text_delta);
    const event: ItemDeltaEvent = { type: 'item.delta', item_id, item_type: 'agent_message', delta: { text_delta } };
    if (fields.extra) event.extra = fields.extra;
    return fields.item_id === undefined ? addInferred(event, ITEM_ID) : event;
  }

  function done({ type: _type, ...record }: JsonObject, line: number, problems: Problem[]): ItemCompletedEvent {
    const fields = doneTable.read(record, problems);
    const id = begin(fields.item_id, line);
    const text = fields.text ?? written.get(id);
    written.delete(id);
    last = undefined;
    const item: AgentMessageItem = { id, type: 'agent_message', text: text ?? '' };
    if (text === undefined) inferItem(item, record);
    if (fields.item_id === undefined) addInferred(item, ID);
    const event: ItemCompletedEvent = { type: 'item.completed', item };
    if (fields.extra) event.extra = fields.extra;
    return event;
  }

  /** The counts are in the response or, if it has none, beside it. */
  function completed({ type: _type, ...extra }: JsonObject, problems: Problem[]): TokenCountEvent {
    const { response, usage } = extra;
    const isInside = isObject(response) && isObject(response.usage);
    const source = isInside ? response.usage : usage;
    const request = isObject(source) ? readResponseUsage(source, problems) : undefined;
    if (request && !isInside) delete extra.usage;
    if (request) total = addUsage(total, request);
    const event: TokenCountEvent = { type: 'token_count', ...total, total_tokens: withTotal(total).total_tokens };
    if (request) event.last = request;
    if (keyCount(extra) > 0) event.extra = extra;
    inferCounts(event, '', event, undefined);
    if (request && isObject(source))
      inferCounts(event, 'last', request, {
        ...source,
        ...Object(source.input_tokens_details),
        ...Object(source.output_tokens_details),
      });
    return event;
  }

  /** Prepares for another thread. */
  function reset(): void {
    // Short runs follow each other, and nearly none has such a message.
    if (written.size > 0) written.clear();
    last = undefined;
    total = addUsage();
  }

  return { delta, done, completed, reset };
}

/** The Responses API has the finer counts one level down: `{input_tokens_details: {cached_tokens}}`. */
function readResponseUsage(source: JsonObject, problems: Problem[]): CountedUsage {
  const { input_tokens_details: input, output_tokens_details: output, ...counts } = source;
  const left = {
    input_tokens_details: liftCount(counts, 'cached_input_tokens', input, 'cached_tokens'),
    output_tokens_details: liftCount(counts, 'reasoning_output_tokens', output, 'reasoning_tokens'),
  };
  const usage = readUsage(counts, problems);
  for (const [name, details] of Object.entries(left)) {
    if (details === undefined) continue;
    if (!isObject(details)) problems.push(badField(name, details));
    usage.extra = { ...usage.extra, [name]: details };
  }
  return usage;
}

/** Moves a count of the lower level up, unless its name is taken. Returns what is left of the lower level. */
function liftCount(counts: JsonObject, name: string, details: unknown, inner: string): unknown {
  if (!isObject(details) || counts[name] !== undefined || !Number.isSafeInteger(details[inner])) return details;
  const { [inner]: lifted, ...rest } = details;
  counts[name] = lifted;
  return keyCount(rest) > 0 ? rest : undefined;
}
