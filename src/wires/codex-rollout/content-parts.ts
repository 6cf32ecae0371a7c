import { isObject, type JsonObject } from '../../lines/json.ts';

const PLAIN_PARTS = new Set(['input_text', 'output_text', 'text']);

/** True for a part that is its kind and its text. */
export function isPlainText(part: JsonObject): boolean {
  if (typeof part.text !== 'string' || !PLAIN_PARTS.has(String(part.type))) return false;
  for (const key in part) if (key !== 'type' && key !== 'text') return false;
  return true;
}

export function isPlainImage(part: JsonObject): boolean {
  if (typeof part.image_url !== 'string') return false;
  for (const key in part) if (key !== 'type' && key !== 'image_url') return false;
  return true;
}

export function textOfPart(part: JsonObject): string | undefined {
  return typeof part.text === 'string' ? part.text : undefined;
}

export function textOfRefusal(part: JsonObject): string | undefined {
  return part.type === 'refusal' && typeof part.refusal === 'string' ? part.refusal : undefined;
}

export function textsOf(parts: unknown): string[] {
  const texts: string[] = [];
  if (!Array.isArray(parts)) return texts;
  for (const part of parts) {
    const text: unknown = isObject(part) ? part.text : part;
    if (typeof text === 'string') texts.push(text);
  }
  return texts;
}
