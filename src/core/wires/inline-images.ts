import { isObject } from '../lines/json.ts';

/** The images of parts in the form of Google's API, as data URLs. A result has them beside its response, or inside of it. */
export function inlineImages(parts: unknown): string[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown) => {
    const response = isObject(part) ? part.functionResponse : undefined;
    const inside = isObject(response) && Array.isArray(response.parts) ? response.parts : [];
    return [part, ...inside].flatMap((each) => inlineImage(each) ?? []);
  });
}

/** The image that a part is. Undefined for any other part. */
export function inlineImage(part: unknown): string | undefined {
  const { inlineData } = isObject(part) ? part : { inlineData: undefined };
  if (!isObject(inlineData)) return undefined;
  const { mimeType, data } = inlineData;
  const isImage = typeof mimeType === 'string' && mimeType.startsWith('image/') && typeof data === 'string';
  return isImage ? `data:${mimeType};base64,${data}` : undefined;
}
