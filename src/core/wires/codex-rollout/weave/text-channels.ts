import * as coreLimits from '../../../../limits/core.ts';
import type { ContextEvent, ThreadEvent } from '../../../thread/event.ts';
import type { ThreadItem } from '../../../thread/item.ts';
import type { ItemEvent } from '../record.ts';

/**
 * Texts are written twice: as an event (or a finished item) and as an item of the model's response. The event was
 * printed live, the response item may come before or after it, and either may be missing. So each waits for its twin:
 * an event for the place of its response item (up to 0.60 web searches are between them), a response item to learn
 * whether there is an event at all. A twin gives only a `context` event, so that nothing appears twice.
 */
export interface TextChannels {
  /** A text as an event. With `wait`, it is given with its response item, at the latest when an event ends a call. */
  event(kind: TextKind, text: string, event: ItemEvent, wait: boolean): void;
  /** The parts of a response item that no event has told. If there are none, it is the twin of earlier events. */
  unsaid(kind: TextKind, parts: readonly string[], timestamp: string | undefined): readonly number[];
  /** Holds a response item with such parts until events tell them. */
  hold(response: HeldResponse): void;
  /** Joins the events that wait for the parts of one response item. A blank text is dropped. */
  join(kind: TextKind, parts: readonly string[], text: string): void;
  /** Expects a further part of an event's text, which its response item has separately. */
  expect(kind: TextKind, text: string): void;
  /** Something else happens, so texts held to come before it are given. */
  activity(): void;
  /**
   * An event ended a call, so texts no longer wait for their response items. The output of a call is no such sign: up
   * to 0.60 all items of a response, including outputs, are written after the events of all its texts.
   */
  release(): void;
  /** The summary that a compaction asked for is not a message. */
  compacted(): void;
  /** Ends a turn or the file. Gives everything held. */
  flush(): void;
}

/** `raw` is the full reasoning. */
export type TextKind = 'user' | 'agent' | 'reasoning' | 'raw';

/** The item of a text. */
export type TextItem = Extract<ThreadItem, { text: string }>;

/** A response item with parts that no event has told yet. */
export interface HeldResponse {
  kind: TextKind;
  parts: readonly string[];
  unsaid: readonly number[];
  /** One event per part, to give if no event follows. */
  items: readonly ItemEvent[];
  /** The event to give if one does. */
  twin: ContextEvent;
}

const NONE: readonly number[] = [];
const ONLY: readonly number[] = [0];

/** The lower layer, which takes events once their place is known. */
export interface TextSink {
  give(event: ThreadEvent): void;
  /** Announces a text of the person. */
  userText(): void;
  /** True if such a text ends the open turn. */
  endsAtUserText(): boolean;
  hasUserText(): boolean;
}

interface Text {
  kind: TextKind;
  /** Without surrounding space: twins may differ by it. */
  text: string;
}

interface Waiting extends Text {
  event: ItemEvent;
  /** The number of other events before it. */
  since: number;
}

interface Held {
  kind: TextKind;
  /** The parts that no event had told before, and the number told since, in order. */
  parts: readonly string[];
  said: number;
  /** All parts as one text. */
  whole: string;
  items: readonly ItemEvent[];
  twin: ContextEvent;
}

/** The number of parts of one held item compared with an event. Events come in the order of the parts. */
const PARTS_AHEAD = 16;

export function createTextChannels(sink: TextSink): TextChannels {
  let waiting: Waiting[] = [];
  let held: Held[] = [];
  /** Texts already given whose response item is still to come. */
  let said: Text[] = [];
  const seen = new Set<TextKind>();
  /** Counts events other than texts. */
  let happened = 0;
  /** Up to 0.60 the CLI itself reports a compaction, and no response item follows. */
  let isAfterCompaction = false;

  function remember(entry: Text): void {
    said.push(entry);
    if (said.length > coreLimits.maxHeldTexts) said.shift();
  }

  /** Gives the first `count` that wait. All but the one that met its twin may still meet theirs. */
  function giveWaiting(count: number, matched: number): void {
    if (count === 0) return;
    const given = waiting;
    waiting = given.length === count ? [] : given.splice(count);
    let index = 0;
    for (const entry of given) {
      sink.give(entry.event);
      if (index !== matched) remember(entry);
      index += 1;
    }
  }

  /** Matches one part of a response item with an earlier event. */
  function matchEvent(kind: TextKind, part: string, timestamp: string | undefined): boolean {
    const isTwin = twinOf(kind, part);
    const index = waiting.findLastIndex(isTwin);
    const entry = index < 0 ? undefined : waiting[index];
    if (entry) {
      // Records in between have their own times, and the order of times must be that of the conversation.
      if (entry.since !== happened && timestamp !== undefined) entry.event.timestamp = timestamp;
      giveWaiting(index + 1, index);
      return true;
    }
    const spoken = said.findIndex(isTwin);
    if (spoken < 0) return false;
    said.splice(spoken, 1);
    return true;
  }

  function unsaid(kind: TextKind, parts: readonly string[], timestamp: string | undefined): readonly number[] {
    if (kind !== 'user') {
      activity();
      isAfterCompaction = false;
    }
    const [only] = parts;
    if (only === undefined) return NONE;
    // Newer events hold all parts of a message, older ones one part each.
    if (matchEvent(kind, parts.length === 1 ? only : parts.join(''), timestamp)) return NONE;
    if (parts.length === 1) return ONLY;
    const left: number[] = [];
    for (const [index, part] of parts.entries()) if (!matchEvent(kind, part, timestamp)) left.push(index);
    return left;
  }

  function hold({ kind, parts, unsaid, items, twin }: HeldResponse): void {
    const left = unsaid.map((index) => parts[index]?.trim() ?? '');
    const leftItems = unsaid.length === parts.length ? items : unsaid.flatMap((index) => items[index] ?? []);
    const whole = parts.length > 1 ? parts.join('').trim() : (left[0] ?? '');
    held.push({ kind, parts: left, said: 0, whole, items: leftItems, twin });
    if (held.length > coreLimits.maxHeldTexts) resolve(held.splice(0, 1));
  }

  function event(kind: TextKind, whole: string, itemEvent: ItemEvent, wait: boolean): void {
    seen.add(kind);
    const text = whole.trim();
    const isNotice = isAfterCompaction && kind === 'agent';
    isAfterCompaction = false;
    if (kind !== 'user' && held.length > 0) resolve(take((entry) => entry.kind === 'user'));
    const twin = held.length === 0 ? undefined : findHeld(kind, text);
    if (kind === 'user') {
      release();
      beginUserText();
    }
    if (twin) {
      release();
      sink.give(itemEvent);
      if (twin.said === twin.parts.length) sink.give(twin.twin);
    } else if (wait && !isNotice) {
      waiting.push({ kind, text, event: itemEvent, since: happened });
      if (waiting.length > coreLimits.maxHeldTexts) giveWaiting(1, -1);
    } else {
      sink.give(itemEvent);
      remember({ kind, text });
    }
  }

  function join(kind: TextKind, parts: readonly string[], whole: string): void {
    const start = waiting.length - parts.length;
    if (start < 0) return;
    const last = waiting.slice(start);
    const isWaiting = last.every((entry, index) => twinOf(kind, parts[index] ?? '')(entry));
    const [first] = isWaiting ? waiting.splice(start) : [];
    if (!first || whole.trim() === '') return;
    if ('text' in first.event.item) first.event.item.text = whole;
    waiting.push({ kind, text: whole.trim(), event: first.event, since: first.since });
  }

  function findHeld(kind: TextKind, text: string): Held | undefined {
    let index = held.findIndex((entry) => entry.kind === kind && sayPart(entry, text));
    // The response item of the person's text may hold more: images and their labels.
    if (index < 0 && kind === 'user') index = held.findLastIndex((entry) => entry.kind === 'user');
    const entry = index < 0 ? undefined : held[index];
    if (!entry) return undefined;
    if (kind === 'user') entry.said = entry.parts.length;
    if (entry.said === entry.parts.length) held.splice(index, 1);
    return entry;
  }

  function take(isWanted: (entry: Held) => boolean): Held[] {
    const taken = held.filter(isWanted);
    if (taken.length > 0) held = held.filter((entry) => !isWanted(entry));
    return taken;
  }

  /** Decides about response items whose event did not come. */
  function resolve(entries: readonly Held[]): void {
    for (const { kind, items, twin } of entries) {
      if (kind === 'user') giveUser(items);
      else if (seen.has(kind)) sink.give(twin);
      else for (const item of items) sink.give(item);
    }
  }

  /** In a file with events, only the first text of a turn can be the person's. The CLI added the others. */
  function giveUser(items: readonly ItemEvent[]): void {
    const isTyped = seen.size === 0 || !sink.hasUserText();
    if (isTyped) beginUserText();
    for (const event of items) {
      if (!isTyped && event.item.type === 'user_message') event.item.injected = true;
      sink.give(event);
    }
  }

  /** If the person's text ends a turn, held events belong to the turn before. */
  function beginUserText(): void {
    if (sink.endsAtUserText()) flush();
    sink.userText();
  }

  function activity(): void {
    if (held.length === 0) return;
    resolve(seen.size === 0 ? take(() => true) : take((entry) => entry.kind === 'user'));
  }

  function release(): void {
    giveWaiting(waiting.length, -1);
  }

  function flush(): void {
    release();
    resolve(take(() => true));
    said = [];
    waiting = [];
  }

  return {
    event,
    unsaid,
    hold,
    join,
    expect: (kind, text) => remember({ kind, text: text.trim() }),
    activity() {
      happened += 1;
      activity();
    },
    release,
    compacted() {
      release();
      isAfterCompaction = true;
      for (const { twin } of take((entry) => entry.kind === 'agent')) sink.give(twin);
    },
    flush,
  };
}

/** True for the text of an event that a part of a response item repeats. */
function twinOf(kind: TextKind, part: string): (entry: Text) => boolean {
  const text = part.trim();
  return (entry) => entry.kind === kind && entry.text === text;
}

/** True if an event tells the next part of a held item, or all of it. Skipped parts were blank or left out. */
function sayPart(entry: Held, text: string): boolean {
  const end = Math.min(entry.parts.length, entry.said + PARTS_AHEAD);
  for (let index = entry.said; index < end; index += 1) {
    if (entry.parts[index] !== text) continue;
    entry.said = index + 1;
    return true;
  }
  if (entry.whole !== text) return false;
  entry.said = entry.parts.length;
  return true;
}
