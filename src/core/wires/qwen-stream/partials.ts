import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { addInferred, ITEM_ID } from '../../thread/inferred.ts';

/**
 * `stream_event` lines (`--include-partial-messages`). The whole line of a block follows its end, under an id that is not
 * known before, so a block is named by the line that begins it, and the item takes that name.
 */
export interface Partials {
  /** Undefined for a line that grows nothing. */
  read(record: JsonObject, line: number): ThreadEvent | undefined;
  /** The name of the text or the thought that was just written, once. */
  take(kind: 'text' | 'thinking'): string | undefined;
}

export function createPartials(): Partials {
  let block: { id: string; kind: 'text' | 'thinking' } | undefined;

  function grown(delta: unknown): ThreadEvent | undefined {
    if (!block || !isObject(delta) || delta.type !== `${block.kind}_delta`) return undefined;
    const text_delta = delta[block.kind];
    if (typeof text_delta !== 'string') return undefined;
    const item_type = block.kind === 'text' ? 'agent_message' : 'reasoning';
    return addInferred<ThreadEvent>(
      { type: 'item.delta', item_id: block.id, item_type, delta: { text_delta } },
      ITEM_ID,
    );
  }

  return {
    read({ event }, line) {
      if (!isObject(event)) return undefined;
      if (event.type === 'content_block_delta') return grown(event.delta);
      if (event.type === 'content_block_start') {
        const kind = isObject(event.content_block) ? event.content_block.type : undefined;
        block = kind === 'text' || kind === 'thinking' ? { id: `L${line}.1`, kind } : undefined;
      }
      return undefined;
    },
    take(kind) {
      if (block?.kind !== kind) return undefined;
      const { id } = block;
      block = undefined;
      return id;
    },
  };
}
