import type { ApiText, RowBlock } from '../api-types.ts';
import { wholeFace } from './sent-rows.ts';
import type { FoundMessage } from './transcripts.ts';

/** The texts of blocks that may be longer than what the page was sent. */
export const textParts = ['text', 'command', 'output', 'diff', 'input', 'result'] as const;
export type TextPart = (typeof textParts)[number];

/** A text of a message as a row shows it, whole. */
export function wholeText({ message, item }: FoundMessage, block: number, part: TextPart): string | undefined {
  const found = wholeFace(message, item).blocks[block];
  return found && partOf(found, part)?.text;
}

function partOf(block: RowBlock, part: TextPart): ApiText | undefined {
  switch (block.type) {
    case 'command':
      return part === 'command' ? block.command : part === 'output' ? block.output : undefined;
    case 'diff':
      return part === 'diff' ? block.diff : undefined;
    case 'call':
      return part === 'input' ? block.input : part === 'result' ? block.result : undefined;
    case 'web':
      return part === 'result' ? block.result : undefined;
    case 'markdown':
    case 'plain':
    case 'thinking':
    case 'note':
      return part === 'text' ? block.text : undefined;
    default:
      return undefined;
  }
}

/** The types of pictures that the page gets, by their first bytes. The agent's own label does not count. */
const PICTURES: readonly { type: string; begins: readonly (number | undefined)[] }[] = [
  { type: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', begins: [0x47, 0x49, 0x46, 0x38] },
  {
    type: 'image/webp',
    begins: [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  },
];

export function pictureType(bytes: Uint8Array): string | undefined {
  return PICTURES.find(({ begins }) => begins.every((byte, index) => byte === undefined || bytes[index] === byte))
    ?.type;
}
