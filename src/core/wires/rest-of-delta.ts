import { isObject, type JsonObject } from '../lines/json.ts';
import { restOfPart } from './rest-of-part.ts';

const EVENT = new Set(['type', 'index', 'delta']);
const DELTA = new Set(['type', 'text', 'thinking']);

/** What a `content_block_delta` of Anthropic's API has beside its piece of text: the place of the block, and what came later. */
export function restOfDelta(event: JsonObject): JsonObject {
  const rest: JsonObject = {};
  if (event.index !== undefined) rest.index = event.index;
  const beside = restOfPart(event, EVENT);
  const inside = isObject(event.delta) ? restOfPart(event.delta, DELTA) : undefined;
  if (beside) rest.event = beside;
  if (inside) rest.delta = inside;
  return rest;
}
