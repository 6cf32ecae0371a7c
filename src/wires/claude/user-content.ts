import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import { imageAddress } from './images.ts';
import { isInjectedText } from './prompt-text.ts';
import { type ToolResultBlock, toolResultTable } from './tool-results.ts';

/** What a user line says. */
export interface UserContent {
  results: ToolResultBlock[];
  /** What the person typed, or what is not known to be anything else. */
  said: string[];
  /** What the CLI put in. */
  injected: string[];
  images: string[];
  /** Blocks of other kinds: documents, … */
  others: unknown[];
}

export function readUserContent(content: string | unknown[], problems: Problem[]): UserContent {
  const parts: UserContent = { results: [], said: [], injected: [], images: [], others: [] };
  if (typeof content === 'string') addText(parts, content);
  else for (const block of content) addBlock(parts, block, problems);
  return parts;
}

function addBlock(parts: UserContent, block: unknown, problems: Problem[]): void {
  if (typeof block === 'string') addText(parts, block);
  else if (!isObject(block)) parts.others.push(block);
  else if (block.type === 'tool_result') parts.results.push(toolResultTable.read(block, problems));
  else if (isTextBlock(block)) addText(parts, block.text);
  else addOther(parts, block);
}

function addOther(parts: UserContent, block: JsonObject): void {
  const image = imageAddress(block);
  if (image === undefined) parts.others.push(block);
  else parts.images.push(image);
}

function isTextBlock(block: JsonObject): block is JsonObject & { text: string } {
  return block.type === 'text' && typeof block.text === 'string';
}

function addText(parts: UserContent, text: string): void {
  if (isInjectedText(text)) parts.injected.push(text);
  else parts.said.push(text);
}
