import type { UnifiedMessage } from '../../../core/messages/message.ts';
import type { Row } from '../../../core/writers/rows/row.ts';
import { rowFace } from '../../../core/writers/rows/row-blocks.ts';
import { type ChatMessage, spokenParts } from './chat-message.ts';
import { type KeptImages, keepImages } from './kept-images.ts';

/** Messages as rows. A message that is the same object as before gives the same rows, so that nothing is drawn again. */
export interface MessageRows {
  rowsOf(messages: readonly (UnifiedMessage | ChatMessage)[]): readonly Row[];
  readonly images: KeptImages;
}

export function createMessageRows(): MessageRows {
  const images = keepImages();
  /** The rows of a message at the place and in the turn that it had. */
  const known = new WeakMap<object, { first: number; turn: number; rows: readonly Row[] }>();
  let last: { messages: unknown; rows: readonly Row[] } = { messages: undefined, rows: [] };
  return {
    images,
    rowsOf(messages) {
      if (messages === last.messages) return last.rows;
      const all: Row[] = [];
      let turn = 0;
      for (const message of messages) {
        if (message.role === 'user' && !('parent' in message)) turn += 1;
        const kept = known.get(message);
        const rows = kept?.first === all.length && kept.turn === turn ? kept.rows : drawn(message, all.length, turn);
        known.set(message, { first: all.length, turn, rows });
        for (const row of rows) all.push(row);
      }
      last = { messages, rows: all };
      return all;
    },
  };

  function drawn(message: UnifiedMessage | ChatMessage, first: number, turn: number): Row[] {
    const spoken = 'parts' in message ? spokenParts(message) : [message];
    return spoken.map((one, index): Row => {
      const { kind, blocks, status, ms } = rowFace(one, undefined, images);
      return {
        row: first + index,
        id: one.id,
        kind,
        turn,
        role: one.role,
        lines: [0, 0],
        blocks,
        ...(status !== undefined && { status }),
        ...(ms !== undefined && { ms }),
        ...(one.timestamp > 0 && { time: one.timestamp }),
        ...(one.parent !== undefined && { parent: one.parent }),
        ...(one.inherited && { inherited: true as const }),
        ...(one.withdrawn && { withdrawn: true as const }),
      };
    });
  }
}
