import * as coreLimits from '../../../../limits/core.ts';
import type { JsonObject } from '../../../lines/json.ts';
import type { CompactionItem, ImageItem, ThreadItem, UserMessageItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { forgetOldest } from '../../forget-oldest.ts';
import type { CurrentRecord } from '../record.ts';
import type { WebSearch } from '../shapes/web-searches.ts';
import type { TextChannels } from './text-channels.ts';
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

export function createTwins(
  record: CurrentRecord,
  turns: Turns,
  texts: Pick<TextChannels, 'activity' | 'compacted'>,
): Twins {
  /** Ids given in this turn. */
  const given = new Set<string>();
  /** Searches of this turn told once: by an event, which has an id, or by a response item, which may have none. */
  const searches: WebSearch[] = [];
  let unpaired: 'record' | 'mark' | undefined;
  /** Raw reasoning of this turn. */
  const raw = new Set<string>();
  /** Context of this turn that one of its two records has told. */
  const contexts: { from: 'event' | 'response'; text: string }[] = [];

  function give(item: ThreadItem, { turnId, extra }: Telling): void {
    turns.give(record.itemEvent('item.completed', item, turnId, extra));
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
    forgetOldest(given, coreLimits.maxOpenCalls);
    give(item, telling);
  }

  return {
    webSearch(search, telling) {
      texts.activity();
      // Without an id (0.130) only the query shows that a response item and an event are the same.
      const isTwin = meets(searches, search, ({ hasId, item, action }) => {
        return hasId !== search.hasId && (item.query === search.item.query || action === search.action);
      });
      if (isTwin) giveTwin(telling);
      else giveOnce(search.item, telling);
    },
    image(item, telling) {
      texts.activity();
      giveOnce(item, telling);
    },
    compaction(from, item, telling) {
      if (from === 'record') {
        texts.compacted();
        texts.activity();
      }
      const isTwin = unpaired !== undefined && unpaired !== from;
      unpaired = isTwin ? undefined : from;
      if (isTwin) giveTwin(telling);
      else give(item, telling);
    },
    isRawRepeated(text) {
      if (raw.has(text)) return true;
      raw.add(text);
      forgetOldest(raw, coreLimits.maxHeldTexts);
      return false;
    },
    injected(from, item, telling) {
      const { text } = item;
      if (meets(contexts, { from, text }, (other) => other.from !== from && other.text === text)) giveTwin(telling);
      else give(item, telling);
    },
    endTurn() {
      if (given.size > 0) given.clear();
      if (raw.size > 0) raw.clear();
      searches.length = 0;
      contexts.length = 0;
      unpaired = undefined;
    },
  };
}

/** Takes the twin of an entry out of those told once. Without a twin, the entry waits for its own among them. */
function meets<Entry>(once: Entry[], entry: Entry, isTwin: (other: Entry) => boolean): boolean {
  const index = once.findIndex(isTwin);
  if (index >= 0) once.splice(index, 1);
  else once.push(entry);
  if (once.length > coreLimits.maxHeldTexts) once.shift();
  return index >= 0;
}
