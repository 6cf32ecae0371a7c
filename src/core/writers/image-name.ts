import type { ImageContent } from '../messages/message.ts';
import { sizeText } from './page-words.ts';

/** The address or the kind of an image. */
export function imageName({ source }: ImageContent): string {
  if (source.type === 'base64')
    return `${source.media_type.slice(0, 40)}, ${sizeText(Math.floor(source.data.length * 0.75))}`;
  return source.url.startsWith('data:') ? 'data' : source.url.slice(0, 500);
}
