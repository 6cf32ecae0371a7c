import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { type JsonObject, setOwn } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { keyCount } from '../field-table.ts';
import { forgetOldest } from '../forget-oldest.ts';

type CallItem = Extract<ThreadItem, { status?: string }>;

/** How one kind of call is read. */
export interface CallKind<Item extends CallItem> {
  /** Codex may ask before it acts. The beginning then follows what was told, and is an update. */
  isAsked?: boolean;
  /** The item of a record. `take` gives its id, and the item of its beginning if this is the end. */
  read(msg: JsonObject, problems: Problem[], take: (callId: string | undefined) => Begun<Item>): Item;
  /** Sets what the end of a call tells, above all the status. */
  end(item: Item, msg: JsonObject): void;
}

interface Begun<Item> {
  id: string;
  begun: Item | undefined;
}

/**
 * Reads the beginnings and ends of one kind of call. The end of a call does not repeat its beginning, such as the
 * command, but an item of the model is always complete. So the beginning is remembered until the end.
 */
export function createCallReader<Item extends CallItem>(kind: CallKind<Item>) {
  const known = new Map<string, Item>();

  function read(msg: JsonObject, line: number, problems: Problem[]): Begun<Item> & { item: Item } {
    let taken: Begun<Item> = { id: '', begun: undefined };
    const item = kind.read(msg, problems, (callId) => {
      const id = callId ?? `L${line}.0`;
      taken = { id, begun: known.get(id) };
      known.delete(id);
      return taken;
    });
    return { ...taken, item };
  }

  return {
    /** The item is complete from the start, so a consumer can show it before anything else is known. */
    begin(msg: JsonObject, line: number, problems: Problem[], status = 'in_progress'): ThreadEvent {
      const { id, item, begun } = read(msg, line, problems);
      item.status = status;
      // A copy, because consumers of the events may change their items.
      known.set(id, { ...item });
      // Calls that never end, as when the agent is killed, must not pile up.
      forgetOldest(known, coreLimits.maxOpenCalls);
      return { type: begun && kind.isAsked ? 'item.updated' : 'item.started', item };
    },
    end(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
      const { item } = read(msg, line, problems);
      kind.end(item, msg);
      return { type: 'item.completed', item };
    },
    forgetAll: () => known.clear(),
  };
}

/** Joins the unknown fields of a call's parts. The end of a call wins. */
export function joinExtra(...parts: readonly (Extra | undefined)[]): { extra?: Extra } {
  const extra: Extra = {};
  for (const part of parts) for (const key in part) setOwn(extra, key, part[key]);
  return keyCount(extra) > 0 ? { extra } : {};
}
