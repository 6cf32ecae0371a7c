import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { UserMessageItem } from '../../thread/item.ts';
import { restOfPart } from '../rest-of-part.ts';
import { blockNotes } from './block-notes.ts';
import { imageAddress, restOfImage } from './images.ts';
import { isInjectedText } from './injected-text.ts';
import { type ToolResultBlock, toolResultTable } from './tool-results.ts';

/** The content of a user line. */
export interface UserContent {
  results: readonly ToolResultBlock[];
  /** Texts that the person typed, or that are not known to be anything else. */
  said: readonly string[];
  /** Texts that the CLI added. */
  injected: readonly string[];
  images: readonly string[];
  /** Blocks of other kinds: documents, … */
  others: readonly unknown[];
  /** What blocks that were read have besides. */
  rest: readonly JsonObject[];
}

/** The content under construction. */
type Parts = { -readonly [Name in keyof UserContent]: UserContent[Name][number][] };

const NONE: readonly never[] = [];

export function readUserContent(content: string | unknown[], problems: Problem[]): UserContent {
  if (typeof content === 'string') {
    const [said, injected] = isInjectedText(content) ? [NONE, [content]] : [[content], NONE];
    return { results: NONE, said, injected, images: NONE, others: NONE, rest: NONE };
  }
  const [only] = content;
  // Most lines of a file hold the result of one tool.
  if (content.length === 1 && isObject(only) && only.type === 'tool_result') {
    const results = [toolResultTable.read(only, problems)];
    return { results, said: NONE, injected: NONE, images: NONE, others: NONE, rest: NONE };
  }
  const parts: Parts = { results: [], said: [], injected: [], images: [], others: [], rest: [] };
  for (const block of content) addBlock(parts, block, problems);
  return parts;
}

function addBlock(parts: Parts, block: unknown, problems: Problem[]): void {
  if (typeof block === 'string') addText(parts, block);
  else if (!isObject(block)) parts.others.push(block);
  else if (block.type === 'tool_result') parts.results.push(toolResultTable.read(block, problems));
  else if (isTextBlock(block)) {
    addText(parts, block.text);
    keep(parts, restOfPart(block, TEXT));
  } else addOther(parts, block);
}

const TEXT = new Set(['type', 'text']);

function keep({ rest }: Parts, unread: JsonObject | undefined): void {
  if (unread) rest.push(unread);
}

function addOther(parts: Parts, block: JsonObject): void {
  const image = imageAddress(block);
  if (image !== undefined) parts.images.push(image);
  // A document has a name beside its data.
  if (image === undefined || typeof block.title === 'string') parts.others.push(block);
  else keep(parts, restOfImage(block));
}

function isTextBlock(block: JsonObject): block is JsonObject & { text: string } {
  return block.type === 'text' && typeof block.text === 'string';
}

function addText(parts: Parts, text: string): void {
  if (isInjectedText(text)) parts.injected.push(text);
  else parts.said.push(text);
}

/** What was said as an item. */
export function saidItem(content: UserContent, id: string, isInjected: boolean): UserMessageItem {
  const item: UserMessageItem = { id, type: 'user_message', text: content.said.join('\n') };
  if (content.images.length > 0) item.images = [...content.images];
  if (isInjected) item.injected = true;
  const unread = [...content.others, ...content.rest];
  if (unread.length === 0) return item;
  item.extra = { content: unread };
  const notes = blockNotes(content.others);
  if (notes.length > 0) item.notes = notes;
  return item;
}
