import type { ImageContent } from '../messages/message.ts';

/** An image by an address that any program can open. */
export interface ImageAddress {
  /** An address of the web, or a data URL. */
  url: string;
  mediaType: string;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);

/** Undefined for a local path, and for data that is no base64. */
export function imageAddress({ source }: ImageContent): ImageAddress | undefined {
  if (source.type === 'base64') {
    const { media_type: mediaType, data } = source;
    if (!/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) || /[^\w+/=-]/.test(data)) return undefined;
    return { url: `data:${mediaType};base64,${data}`, mediaType };
  }
  const url = /^https?:\/\//i.test(source.url) ? URL.parse(source.url) : null;
  if (!url) return undefined;
  const [, ending = ''] = /\.(\w{3,4})$/.exec(url.pathname) ?? [];
  return { url: source.url, mediaType: KINDS.get(ending.toLowerCase()) ?? 'image/*' };
}
