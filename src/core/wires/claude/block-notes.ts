import { isObject } from '../../lines/json.ts';
import type { ItemNote } from '../../thread/item.ts';
import { wordsIn } from '../../tools/words-in.ts';

/** The words of blocks that are neither text nor image, such as an attached document: its name, then its text. */
export function blockNotes(blocks: readonly unknown[]): ItemNote[] {
  const notes: ItemNote[] = [];
  for (const block of blocks) {
    const { type = 'content', title, ...rest } = isObject(block) ? block : { content: block };
    const text = wordsIn([title, rest]);
    if (text !== '') notes.push({ kind: typeof type === 'string' ? type : 'content', text });
  }
  return notes;
}
