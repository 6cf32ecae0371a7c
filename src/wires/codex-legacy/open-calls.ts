import type { Problem } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ItemCompletedEvent, ItemStartedEvent, ItemUpdatedEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { type Field, type FieldTable, readFields, text } from '../fields.ts';
import { keepExtra } from './nested-fields.ts';

/** The id of a call, which its beginning, its output and its end share. */
export const callId: Field = { read: text, aliases: ['call_id'] };

/** What to read an item of a call from. */
export interface CallSource {
  /** The item's kind. */
  type: ThreadItem['type'];
  table: FieldTable;
  fields: JsonObject;
  line: number;
  problems: Problem[];
}

/**
 * Calls that have begun. The end of a call does not repeat what its beginning said, such as the command, and an item of
 * the model is always whole; so what was said first is remembered until the end.
 */
export interface OpenCalls {
  /** Reads the item of a beginning; `finish` puts in what the wire does not say. */
  begin(source: CallSource, finish: (item: JsonObject) => void): ItemStartedEvent | ItemUpdatedEvent;
  /** Reads the item of an end, and what is known from its beginning; `finish` puts in what follows from them. */
  end(source: CallSource, finish: (item: JsonObject) => void): ItemCompletedEvent;
  forgetAll(): void;
}

export function createOpenCalls(): OpenCalls {
  const known = new Map<unknown, JsonObject>();

  function remember(item: JsonObject): void {
    // Calls that never end, as when the agent is killed, must not pile up.
    if (known.size >= limits.maxOpenCalls) known.delete(known.keys().next().value);
    // A copy, because whoever folds the events may change their items.
    known.set(item.id, isObject(item.extra) ? { ...item, extra: { ...item.extra } } : { ...item });
  }

  return {
    begin(source, finish) {
      const item = readCall(source);
      // A call that had to be approved was told of before.
      const type = known.delete(item.id) ? 'item.updated' : 'item.started';
      remember(item);
      finish(item);
      return { type, item: item as JsonObject & ThreadItem };
    },
    end(source, finish) {
      const item = readCall(source);
      const begun = known.get(item.id);
      if (begun && begun.type === item.type) {
        known.delete(item.id);
        addBegun(item, begun);
      }
      finish(item);
      return { type: 'item.completed', item: item as JsonObject & ThreadItem };
    },
    forgetAll: () => known.clear(),
  };
}

function readCall({ type, table, fields, line, problems }: CallSource): JsonObject {
  const item = readFields(table, fields, problems, { id: undefined, type });
  item.id ??= `L${line}.0`;
  return item;
}

/** The end of a call wins where both say something. */
function addBegun(item: JsonObject, begun: JsonObject): void {
  const { extra } = item;
  for (const name of Object.keys(begun)) {
    if (name !== 'extra') item[name] ??= begun[name];
  }
  if (!isObject(begun.extra)) return;
  item.extra = begun.extra;
  if (isObject(extra)) keepExtra(item, extra);
}
