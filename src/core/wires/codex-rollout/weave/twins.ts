import { coreLimits } from '../../../../limits/core.ts';
import type { JsonObject } from '../../../lines/json.ts';
import type { CompactionItem, ImageItem, ThreadItem, UserMessageItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import type { CurrentRecord } from '../record.ts';
import type { WebSearch } from '../shapes/web-searches.ts';
import type { Turns } from './turns.ts';

/** The record of an item. */
export interface Telling {
  /** Its kind and data, kept if it only repeats another record. */
  kind: string;
  data: JsonObject;
  /** The turn that the record names. */
  turnId?: string | undefined;
  /** Other fields of the record. */
  extra?: Extra | undefined;
}

/** Items that one record tells whole and another may repeat: searches, pictures, compactions, reasoning, context. */
export interface Twins {
  webSearch(search: WebSearch, telling: Telling): void;
  /** A generated picture. */
  image(item: ImageItem, telling: Telling): void;
  /** The line `compacted`, with the summary, or a record that only marks it. The other may follow within the turn. */
  compaction(from: 'record' | 'mark', item: CompactionItem, telling: Telling): void;
  /** True for full reasoning that the turn already had, which some files write twice. Remembers new text. */
  isRawRepeated(text: string): boolean;
  /** Context added by the CLI: an item, and in some versions an event beside it. */
  injected(from: 'event' | 'response', item: UserMessageItem, telling: Telling): void;
  endTurn(): void;
}

interface Search {
  query: string;
  action: string;
  hasId: boolean;
}

export function createTwins(record: CurrentRecord, turns: Turns): Twins {
  /** Ids given in this turn. */
  const given = new Set<string>();
  /** Searches of this turn told once: by an event, which has an id, or by a response item, which may have none. */
  let searches: Search[] = [];
  let unpaired: 'record' | 'mark' | undefined;
  /** Raw reasoning of this turn. */
  const raw = new Set<string>();
  /** Context of this turn that one of its two records has told. */
  let contexts: { from: 'event' | 'response'; text: string }[] = [];

  function give(item: ThreadItem, { turnId, extra }: Telling): void {
    const event = record.itemEvent('item.completed', item, turnId);
    if (extra) event.extra = event.extra ? { ...event.extra, ...extra } : extra;
    turns.give(event);
  }

  function giveTwin({ kind, data }: Telling, id?: string): void {
    turns.give(record.context(kind, data, id));
  }

  function giveOnce(item: ThreadItem, telling: Telling): void {
    if (given.has(item.id)) {
      giveTwin(telling, item.id);
      return;
    }
    given.add(item.id);
    if (given.size > coreLimits.maxOpenCalls) forgetFirst(given);
    give(item, telling);
  }

  /** Without an id (0.130) only the query shows that a response item and an event are the same. */
  function isRepeated({ item, action, hasId }: WebSearch): boolean {
    const twin = searches.findIndex(
      (other) => other.hasId !== hasId && (other.query === item.query || other.action === action),
    );
    if (twin >= 0) searches.splice(twin, 1);
    else searches.push({ query: item.query, action, hasId });
    if (searches.length > coreLimits.maxHeldTexts) searches.shift();
    return twin >= 0;
  }

  return {
    webSearch(search, telling) {
      if (isRepeated(search)) giveTwin(telling);
      else giveOnce(search.item, telling);
    },
    image: giveOnce,
    compaction(from, item, telling) {
      const isTwin = unpaired !== undefined && unpaired !== from;
      unpaired = isTwin ? undefined : from;
      if (isTwin) giveTwin(telling);
      else give(item, telling);
    },
    isRawRepeated(text) {
      if (raw.has(text)) return true;
      raw.add(text);
      if (raw.size > coreLimits.maxHeldTexts) forgetFirst(raw);
      return false;
    },
    injected(from, item, telling) {
      const twin = contexts.findIndex((other) => other.from !== from && other.text === item.text);
      if (twin >= 0) {
        contexts.splice(twin, 1);
        giveTwin(telling);
        return;
      }
      contexts.push({ from, text: item.text });
      if (contexts.length > coreLimits.maxHeldTexts) contexts.shift();
      give(item, telling);
    },
    endTurn() {
      if (given.size > 0) given.clear();
      if (raw.size > 0) raw.clear();
      if (searches.length > 0) searches = [];
      if (contexts.length > 0) contexts = [];
      unpaired = undefined;
    },
  };
}

function forgetFirst(set: Set<string>): void {
  for (const first of set) {
    set.delete(first);
    return;
  }
}
