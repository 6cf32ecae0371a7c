import type { ThreadEvent } from '../../thread/event.ts';
import { addInferred, ID } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';

type TextKind = 'agent_message' | 'reasoning' | 'user_message';

/**
 * The text that is being said. Pieces have no border in most agents: a text ends when another kind of text, a call, or the
 * end of the turn comes.
 */
export interface Texts {
  add(kind: TextKind, text: string, messageId: string | undefined, line: number): ThreadEvent[];
  /** Ends the open text. */
  end(): ThreadEvent[];
}

export function createTexts(): Texts {
  let open: { kind: TextKind; id: string; messageId: string | undefined; pieces: string[] } | undefined;

  function itemOf({ kind, id, messageId, pieces }: NonNullable<typeof open>): ThreadItem {
    const item: ThreadItem = { id, type: kind, text: pieces.join('') };
    return messageId === undefined ? addInferred(item, ID) : item;
  }

  function end(): ThreadEvent[] {
    if (!open) return [];
    const item = itemOf(open);
    open = undefined;
    return [{ type: 'item.completed', item }];
  }

  return {
    add(kind, text, messageId, line) {
      if (open && open.kind === kind && open.messageId === messageId) {
        open.pieces.push(text);
        return [{ type: 'item.delta', item_id: open.id, item_type: kind, delta: { text_delta: text } }];
      }
      const ended = end();
      open = { kind, id: messageId ?? `L${line}.1`, messageId, pieces: [text] };
      return [...ended, { type: 'item.started', item: itemOf(open) }];
    },
    end,
  };
}
