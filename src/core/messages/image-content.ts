import type { ImageContent } from './message.ts';

const DATA_URL = /^data:([^;,]+);base64,(.*)$/s;
/** The first base64 characters of PNG, JPEG, GIF and WebP files. */
const BASE64_BEGINNINGS: readonly [string, string][] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
];

/** Makes an image from the wire's value: a data URL, plain base64 text, an address or a local path. */
export function imageContent(image: string): ImageContent {
  const [, media_type, data] = DATA_URL.exec(image) ?? [];
  if (media_type !== undefined && data !== undefined)
    return { type: 'image', source: { type: 'base64', media_type, data } };
  for (const [beginning, kind] of BASE64_BEGINNINGS) {
    if (image.startsWith(beginning))
      return { type: 'image', source: { type: 'base64', media_type: kind, data: image } };
  }
  return { type: 'image', source: { type: 'url', url: image } };
}
