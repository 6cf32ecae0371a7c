import { isObject, type JsonObject } from '../../lines/json.ts';
import { restOfPart } from '../rest-of-part.ts';

/** The words and pictures of a message or a result. */
export interface PiContent {
  text: string;
  /** Data URLs. */
  images: string[];
  /** Parts of other kinds, and what the parts that were read have besides. */
  others: unknown[];
}

/** A text, or a list of parts: `{text}`, `{image, data, mimeType}`. Texts that follow each other are one. */
export function readContent(content: unknown): PiContent {
  const read: PiContent = { text: '', images: [], others: [] };
  if (typeof content === 'string') read.text = content;
  else if (Array.isArray(content)) for (const part of content) addPart(read, part);
  else if (content !== undefined && content !== null) read.others.push(content);
  return read;
}

const TEXT = new Set(['type', 'text']);
const IMAGE = new Set(['type', 'data', 'mimeType']);

function addPart(read: PiContent, part: unknown): void {
  const rest = isObject(part) ? addKnown(read, part) : part;
  if (rest !== undefined) read.others.push(rest);
}

/** Returns what is not read of the part. */
function addKnown(read: PiContent, part: JsonObject): JsonObject | undefined {
  const { type, text, data, mimeType } = part;
  if (type === 'text' && typeof text === 'string') {
    read.text += read.text === '' ? text : `\n${text}`;
    return restOfPart(part, TEXT);
  }
  if (type !== 'image' || typeof data !== 'string' || typeof mimeType !== 'string') return part;
  read.images.push(`data:${mimeType};base64,${data}`);
  return restOfPart(part, IMAGE);
}
