import type { ContextEvent, ThreadEvent } from '../../thread/event.ts';
import type { Turns } from './turns.ts';

/**
 * Texts are written twice: as an event (or a finished item) and as an item of the model's response. The event is what
 * was printed live, the response item may come before or after it, and either may be missing. So each waits for its
 * twin: an event for the place of its response item (up to 0.60 web searches stand between them), a response item to
 * learn whether there is an event at all. A twin gives only a `context` event, so that nothing appears twice.
 */
export interface TextChannels {
  /** A text as an event. With `wait`, it is given when its response item comes, at the latest when an event ends a call. */
  event(kind: TextKind, text: string, event: ThreadEvent, wait: boolean): void;
  /**
   * The same text as a response item. `makeItems` makes what it gives if it turns out to have no event, one for each part;
   * it is called at once or never.
   */
  response(kind: TextKind, parts: readonly string[], twin: ContextEvent, makeItems: () => ThreadEvent[]): void;
  /** Makes one event of those that wait for the parts of one response item. A text that is blank as a whole goes. */
  join(kind: TextKind, parts: readonly string[], text: string): void;
  /** A further part of what an event said, which its response item has apart. */
  expect(kind: TextKind, text: string): void;
  /** Something else happens: what was held for it to come first is given. */
  activity(): void;
  /**
   * An event ended a call: texts no longer wait for their response items. The output of a call does not say so: up to 0.60
   * all items of a response, outputs too, are written after the events of all its texts.
   */
  release(): void;
  /** The summary that a compaction asked the model for is no message. */
  compacted(): void;
  /** A turn or the file ends: nothing is held any longer. */
  flush(): void;
}

export type TextKind = 'user' | 'agent' | 'reasoning';

interface Waiting {
  kind: TextKind;
  text: string;
  event: ThreadEvent;
  /** How much else had happened when it came. */
  since: number;
}

interface Held {
  kind: TextKind;
  /** The parts that no event has repeated yet. */
  parts: string[];
  items: ThreadEvent[];
  twin: ContextEvent;
}

/** How much may be held in one turn before the oldest is given as it is. */
const MAX_HELD = 1000;

export function createTextChannels(turns: Turns): TextChannels {
  let waiting: Waiting[] = [];
  let held: Held[] = [];
  /** Texts that were given and whose response item is still to come. */
  let said: { kind: TextKind; text: string }[] = [];
  const seen = new Set<TextKind>();
  /** How often something else than a text happened. */
  let happened = 0;
  /** Up to 0.60 the CLI itself says that it compacted; no response item follows. */
  let isAfterCompaction = false;

  /** Gives the first `count` of those that wait; all but the one that met its twin may still meet theirs. */
  function giveWaiting(count: number, matched: number): void {
    if (count === 0) return;
    const given = waiting;
    waiting = given.length === count ? [] : given.splice(count);
    for (let index = 0; index < given.length; index += 1) {
      const entry = given[index] as Waiting;
      turns.give(entry.event);
      if (index !== matched) said.push(entry);
    }
    if (said.length > MAX_HELD) said.splice(0, said.length - MAX_HELD);
  }

  /** Takes one part of a response item for the twin of an event that came before. */
  function matchEvent(kind: TextKind, part: string, { timestamp }: ContextEvent): boolean {
    const index = lastTwin(waiting, kind, part);
    if (index >= 0) {
      // What came in between has the time of its own record: the order of times must be the order of the conversation.
      const { event, since } = waiting[index] as Waiting;
      if (since !== happened && timestamp !== undefined) event.timestamp = timestamp;
      giveWaiting(index + 1, index);
      return true;
    }
    const spoken = said.findIndex((entry) => entry.kind === kind && isSame(entry.text, part));
    if (spoken < 0) return false;
    said.splice(spoken, 1);
    return true;
  }

  function response(
    kind: TextKind,
    parts: readonly string[],
    twin: ContextEvent,
    makeItems: () => ThreadEvent[],
  ): void {
    if (kind !== 'user') {
      activity();
      isAfterCompaction = false;
    }
    if (parts.length === 0) {
      turns.give(twin);
      return;
    }
    // Newer events hold all parts of a message, older ones one part each.
    if (parts.length > 1 && matchEvent(kind, parts.join(''), twin)) {
      turns.give(twin);
      return;
    }
    if (parts.length === 1 && matchEvent(kind, parts[0] ?? '', twin)) {
      turns.give(twin);
      return;
    }
    const unmatched = parts.length === 1 ? parts : parts.filter((part) => !matchEvent(kind, part, twin));
    if (unmatched.length === 0) {
      turns.give(twin);
      return;
    }
    const items = makeItems().filter((_, index) => unmatched.includes(parts[index] ?? ''));
    held.push({ kind, parts: [...unmatched], items, twin });
    if (held.length > MAX_HELD) resolve(held.splice(0, 1));
  }

  function event(kind: TextKind, text: string, given: ThreadEvent, wait: boolean): void {
    seen.add(kind);
    const isNotice = isAfterCompaction && kind === 'agent';
    isAfterCompaction = false;
    if (kind !== 'user' && held.length > 0) resolve(take((entry) => entry.kind === 'user'));
    const twin = findHeld(kind, text);
    if (kind === 'user') {
      release();
      turns.userText();
    }
    if (twin) {
      giveWaiting(waiting.length, -1);
      turns.give(given);
      if (twin.parts.length === 0) turns.give(twin.twin);
    } else if (wait && !isNotice) {
      waiting.push({ kind, text, event: given, since: happened });
      if (waiting.length > MAX_HELD) giveWaiting(1, -1);
    } else {
      turns.give(given);
      said.push({ kind, text });
      if (said.length > MAX_HELD) said.shift();
    }
  }

  function join(kind: TextKind, parts: readonly string[], text: string): void {
    const start = waiting.length - parts.length;
    const isWaiting = parts.every((part, index) => {
      const entry = waiting[start + index];
      return entry?.kind === kind && isSame(entry.text, part);
    });
    if (!isWaiting) return;
    const [first] = waiting.splice(start);
    if (!first || text.trim() === '') return;
    if ('item' in first.event && 'text' in first.event.item) first.event.item.text = text;
    waiting.push({ ...first, text });
  }

  function findHeld(kind: TextKind, text: string): Held | undefined {
    if (held.length === 0) return undefined;
    let index = held.findIndex(
      (entry) =>
        entry.kind === kind && (entry.parts.some((part) => isSame(part, text)) || isSame(entry.parts.join(''), text)),
    );
    // The response item of what the person typed may hold more than the text: images and their labels.
    if (index < 0 && kind === 'user') index = held.findLastIndex((entry) => entry.kind === 'user');
    const entry = held[index];
    if (!entry) return undefined;
    const part = entry.parts.findIndex((candidate) => isSame(candidate, text));
    if (part >= 0 && kind !== 'user') entry.parts.splice(part, 1);
    else entry.parts = [];
    if (entry.parts.length === 0) held.splice(index, 1);
    return entry;
  }

  function take(isWanted: (entry: Held) => boolean): Held[] {
    const taken = held.filter(isWanted);
    if (taken.length > 0) held = held.filter((entry) => !isWanted(entry));
    return taken;
  }

  /** Decides about response items whose event has not come. */
  function resolve(entries: readonly Held[]): void {
    for (const { kind, items, twin } of entries) {
      if (kind === 'user') giveUser(items);
      else if (seen.has(kind)) turns.give(twin);
      else for (const item of items) turns.give(item);
    }
  }

  /** In a file that has events, only the first text of a turn can be the person's; the rest the CLI put in. */
  function giveUser(items: readonly ThreadEvent[]): void {
    const isTyped = seen.size === 0 || !turns.hasUserText();
    if (isTyped) turns.userText();
    for (const item of items) {
      if (!isTyped && 'item' in item && item.item.type === 'user_message') item.item.injected = true;
      turns.give(item);
    }
  }

  function activity(): void {
    if (held.length === 0) return;
    resolve(seen.size === 0 ? take(() => true) : take((entry) => entry.kind === 'user'));
  }

  function release(): void {
    giveWaiting(waiting.length, -1);
  }

  return {
    event,
    response,
    join,
    expect(kind, text) {
      said.push({ kind, text });
    },
    activity() {
      happened += 1;
      activity();
    },
    release,
    compacted() {
      release();
      isAfterCompaction = true;
      for (const { twin } of take((entry) => entry.kind === 'agent')) turns.give(twin);
    },
    flush() {
      release();
      resolve(take(() => true));
      said = [];
      waiting = [];
    },
  };
}

function lastTwin(entries: readonly Waiting[], kind: TextKind, text: string): number {
  let index = entries.length - 1;
  while (index >= 0 && !(entries[index]?.kind === kind && isSame(entries[index]?.text ?? '', text))) index -= 1;
  return index;
}

function isSame(one: string, other: string): boolean {
  return one === other || (Math.abs(one.length - other.length) < 64 && one.trim() === other.trim());
}
