import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { Extra } from '../../../thread/usage.ts';
import { optionalText } from '../../field-checks.ts';
import { badField, fieldTable } from '../../field-table.ts';

/** The content of a list of parts, such as that of a message or of a call's output. */
export interface Content {
  /** The texts in order, including refusals. */
  texts: string[];
  /** URLs and paths of images. */
  images: string[];
  /** Parts other than a text or an image, whole, and values that are not parts. */
  others: unknown[];
}

const partTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  text: optionalText(wire.text),
  image_url: optionalText(wire.image_url),
  refusal: optionalText(wire.refusal),
}));

const PLAIN_PARTS = new Set(['input_text', 'output_text', 'text', 'Text', 'summary_text', 'reasoning_text']);

/** The text of a part that has only a kind and a text, as nearly all have. */
function plainText(part: unknown): string | undefined {
  if (!isObject(part)) return undefined;
  const { type, text } = part;
  if (typeof text !== 'string' || typeof type !== 'string' || !PLAIN_PARTS.has(type)) return undefined;
  for (const key in part) if (key !== 'type' && key !== 'text') return undefined;
  return text;
}

/** The texts of a text, of a list of parts or of texts. Skips anything else. */
export function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : [];
  const [only] = value;
  const text = value.length === 1 ? plainText(only) : undefined;
  if (text !== undefined) return [text];
  if (value.every((entry) => typeof entry === 'string')) return value;
  return readContent(value, [])?.texts ?? [];
}

/** Reads a text or a list of parts. Undefined if it is neither. */
export function readContent(value: unknown, problems: Problem[]): Content | undefined {
  if (typeof value === 'string') return { texts: [value], images: [], others: [] };
  if (!Array.isArray(value)) return undefined;
  if (value.length === 1) {
    const text = plainText(value[0]);
    if (text !== undefined) return { texts: [text], images: [], others: [] };
  }
  const content: Content = { texts: [], images: [], others: [] };
  for (const part of value) {
    const text = plainText(part);
    if (text !== undefined) content.texts.push(text);
    else readPart(part, content, problems);
  }
  return content;
}

function readPart(part: unknown, content: Content, problems: Problem[]): void {
  // A string in place of a part is still a text.
  if (typeof part === 'string') {
    content.texts.push(part);
    return;
  }
  if (!isObject(part)) {
    problems.push(badField('a part of the content', part));
    content.others.push(part);
    return;
  }
  const read = partTable.read(part, problems);
  if (read.text !== undefined) content.texts.push(read.text);
  else if (read.refusal !== undefined) content.texts.push(read.refusal);
  if (read.image_url !== undefined) content.images.push(read.image_url);
  if (!isPlainImage(part)) content.others.push(part);
}

function isPlainImage(part: JsonObject): boolean {
  if (typeof part.image_url !== 'string' || typeof part.type !== 'string') return false;
  for (const key in part) if (key !== 'type' && key !== 'image_url') return false;
  return true;
}

/** Adds content other than texts and images to an item's `extra`, under the name of the field. */
export function keepOthers(extra: Extra | undefined, name: string, others: readonly unknown[]): Extra | undefined {
  return others.length === 0 ? extra : { ...extra, [name]: others };
}

/** Joins the texts of consecutive parts, each on lines of its own. */
export function joinParts(texts: readonly string[]): string {
  if (texts.length <= 1) return texts[0] ?? '';
  let joined = '';
  for (const text of texts) {
    if (joined !== '' && text !== '' && !joined.endsWith('\n')) joined += '\n';
    joined += text;
  }
  return joined;
}
