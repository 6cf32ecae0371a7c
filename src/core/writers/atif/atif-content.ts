import type { JsonObject } from '../../lines/json.ts';
import type { ImageContent } from '../../messages/message.ts';
import type { WriterOptions } from '../writer.ts';

/** The kinds of images that the format takes. */
const KINDS: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const ADDRESS = /^https?:\/\/[^\s]+$/i;

/** A text with its images: plain text if there are none, else parts. The format has no place for an image's bytes. */
export function contentOf(
  text: string | undefined,
  images: readonly ImageContent[],
  saveImage: WriterOptions['saveImage'],
): string | JsonObject[] | undefined {
  if (images.length === 0) return text;
  const parts: JsonObject[] = text ? [{ type: 'text', text }] : [];
  for (const image of images) parts.push(imagePart(image, saveImage));
  return parts;
}

function imagePart({ source }: ImageContent, saveImage: WriterOptions['saveImage']): JsonObject {
  if (source.type === 'base64') {
    const { media_type, data } = source;
    const path = KINDS.has(media_type) ? saveImage?.(media_type, data) : undefined;
    if (path !== undefined) return { type: 'image', source: { media_type, path } };
    return { type: 'text', text: `[image: ${media_type.slice(0, 100)}, ${byteCount(data)} bytes]` };
  }
  const { url } = source;
  // A local path may name a file of another machine, and readers refuse one that is not there.
  if (!ADDRESS.test(url))
    return { type: 'text', text: `[image: ${url.startsWith('data:') ? 'data' : url.slice(0, 500)}]` };
  return { type: 'image', source: { media_type: kindOf(url), path: url } };
}

/** The bytes behind base64 text. */
function byteCount(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}

/** An address tells its kind by its ending. */
function kindOf(url: string): string {
  const [, ending = ''] = /\.(png|jpe?g|gif|webp)(?:[?#]|$)/i.exec(url) ?? [];
  const kind = `image/${ending.toLowerCase().replace('jpg', 'jpeg')}`;
  return KINDS.has(kind) ? kind : 'image/png';
}
