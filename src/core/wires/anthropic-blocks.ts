import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, jsonText } from '../lines/json.ts';
import type { Piece } from './described-thread.ts';
import { badField } from './field-table.ts';

/** The content of a message in the form of Anthropic's API: a text, or blocks, bare strings among them. */
export function readBlocks(content: unknown, problems: Problem[]): { blocks: JsonObject[]; isOdd: boolean } {
  if (typeof content === 'string') return { blocks: [{ type: 'text', text: content }], isOdd: false };
  if (!Array.isArray(content)) {
    problems.push(badField('content', content));
    return { blocks: [], isOdd: true };
  }
  const blocks: JsonObject[] = [];
  for (const block of content) {
    if (typeof block === 'string') blocks.push({ type: 'text', text: block });
    else if (isObject(block)) blocks.push(block);
    else problems.push(badField('content', block));
  }
  return { blocks, isOdd: blocks.length < content.length };
}

/** What an assistant said or asked for. A block of another kind is kept as it is. */
export function answerPiece(block: JsonObject, problems: Problem[]): Piece {
  const { type } = block;
  if (type === 'text') return { is: 'answer', text: textOf(block, 'text', problems) };
  if (type === 'thinking') return { is: 'thought', text: textOf(block, 'thinking', problems) };
  if (type !== 'tool_use') return otherPiece(block);
  const id = typeof block.id === 'string' && block.id !== '' ? block.id : undefined;
  return { is: 'call', id, name: textOf(block, 'name', problems), input: block.input };
}

/** What a message to the model holds: a person's texts and images, and results of tools, which come in the same role. */
export function toldBlocks(
  blocks: readonly JsonObject[],
  resultOf: (block: JsonObject, problems: Problem[]) => Piece,
  problems: Problem[],
): { pieces: Piece[]; texts: string[]; images: string[] } {
  const pieces: Piece[] = [];
  const texts: string[] = [];
  const images: string[] = [];
  for (const block of blocks) {
    const image = block.type === 'image' ? imageOf(block) : undefined;
    if (block.type === 'text') texts.push(textOf(block, 'text', problems));
    else if (image !== undefined) images.push(image);
    else if (block.type === 'tool_result') pieces.push(resultOf(block, problems));
    else pieces.push(otherPiece(block));
  }
  return { pieces, texts, images };
}

export function otherPiece(block: JsonObject): Piece {
  return { is: 'context', kind: typeof block.type === 'string' ? block.type : '', data: block };
}

/** A field that has to be a text. Anything else is a problem, and no text. */
export function textOf(block: JsonObject, key: string, problems: Problem[]): string {
  const value = Object.hasOwn(block, key) ? block[key] : undefined;
  if (typeof value === 'string') return value;
  problems.push(badField(key, value));
  return '';
}

/** The images of blocks, as data URLs or addresses. */
function imageOf({ source }: JsonObject): string | undefined {
  if (!isObject(source)) return undefined;
  const { data, url, media_type, mediaType = media_type } = source;
  if (typeof url === 'string') return url;
  return typeof data === 'string' && typeof mediaType === 'string' ? `data:${mediaType};base64,${data}` : undefined;
}

/** The text of a tool's result: a text, the texts of blocks, or any other value as JSON. */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  if (!Array.isArray(content)) return jsonText(content);
  const texts = content.map((block) =>
    typeof block === 'string'
      ? block
      : isObject(block) && typeof block.text === 'string'
        ? block.text
        : jsonText(block),
  );
  return texts.join('\n');
}
