import { isObject, type JsonObject } from '../../lines/json.ts';

/** The address of an image block: a data URL, or the URL in the block. Undefined for other blocks. */
export function imageAddress(block: JsonObject): string | undefined {
  if (block.type !== 'image' || !isObject(block.source)) return undefined;
  const { source } = block;
  // An odd block is kept whole.
  if (source.media_type !== undefined && typeof source.media_type !== 'string') return undefined;
  if (typeof source.url === 'string') return source.url;
  if (typeof source.data !== 'string') return undefined;
  const type = typeof source.media_type === 'string' ? source.media_type : 'image/png';
  return `data:${type};base64,${source.data}`;
}
