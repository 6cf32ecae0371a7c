import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import type { LiveInput } from './live-session.ts';

/** An image as bytes in base64. */
export interface InputImage {
  data: string;
  mediaType: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** Checks what is to be said, and reads its images. Throws a TypeError, or `unreadable` for a file. */
export function readInput(input: LiveInput): { text: string; images: InputImage[] } {
  const { text, images = [] } = typeof input === 'string' ? { text: input } : (input ?? {});
  if (typeof text !== 'string' || (text.trim() === '' && images.length === 0)) {
    throw new TypeError('what is said to an agent is a text that is not empty');
  }
  return { text, images: images.map(readImage) };
}

function readImage(image: { path: string } | InputImage): InputImage {
  if ('data' in image) return { data: image.data, mediaType: image.mediaType };
  const mediaType = TYPES[extname(image.path).toLowerCase()];
  if (mediaType === undefined) throw new TypeError(`not an image that agents read: ${JSON.stringify(image.path)}`);
  try {
    return { data: readFileSync(image.path).toString('base64'), mediaType };
  } catch (error) {
    throw new ThreadlineError('unreadable', `cannot read the image ${image.path}`, { cause: error });
  }
}
