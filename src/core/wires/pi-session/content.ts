import { isObject } from '../../lines/json.ts';

/** The words and pictures of a message or a result. */
export interface PiContent {
  text: string;
  /** Data URLs. */
  images: string[];
  /** Parts of other kinds. */
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

function addPart(read: PiContent, part: unknown): void {
  const { type, text, data, mimeType } = isObject(part) ? part : {};
  if (type === 'text' && typeof text === 'string') read.text += read.text === '' ? text : `\n${text}`;
  else if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
    read.images.push(`data:${mimeType};base64,${data}`);
  else read.others.push(part);
}
