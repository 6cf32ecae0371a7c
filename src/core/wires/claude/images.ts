import { isObject, type JsonObject } from '../../lines/json.ts';
import { restOfPart } from '../rest-of-part.ts';

/**
 * The address of an image block, or of a document that is no text: a data URL, or the URL in the block. Undefined for
 * other blocks.
 */
export function imageAddress(block: JsonObject): string | undefined {
  const { source } = block;
  if (!isObject(source)) return undefined;
  if (block.type !== 'image' && (block.type !== 'document' || source.type !== 'base64')) return undefined;
  // An odd block is kept whole.
  if (source.media_type !== undefined && typeof source.media_type !== 'string') return undefined;
  if (typeof source.url === 'string') return source.url;
  if (typeof source.data !== 'string') return undefined;
  const type = typeof source.media_type === 'string' ? source.media_type : 'image/png';
  return `data:${type};base64,${source.data}`;
}

const IMAGE = new Set(['type', 'source']);
const SOURCE = new Set(['type', 'media_type', 'data', 'url']);

/** What a block has beside its address. */
export function restOfImage(block: JsonObject): JsonObject | undefined {
  const rest = restOfPart(block, IMAGE);
  const source = isObject(block.source) ? restOfPart(block.source, SOURCE) : undefined;
  return source ? { ...rest, source } : rest;
}
