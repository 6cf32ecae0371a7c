import type { ContextEvent, ThreadEvent } from '../../../core/thread/event.ts';
import { isItemEvent } from '../../../core/thread/guards.ts';
import type { ItemNote } from '../../../core/thread/item.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { journalWords, wholeWords } from './journal-words.ts';
import type { JournalEntry } from './read-journal.ts';

/**
 * Puts the journal of a live session among its events: an approval is a note of the call that it was asked for, and every
 * entry is a `context` event whose data is the whole entry. So a session that is read again tells what was seen.
 */
export interface JournalMerge {
  add(entries: readonly JournalEntry[]): void;
  outcome(outcome: Outcome): Outcome;
  /** What has no place among the events that came. */
  rest(): ContextEvent[];
}

export function createJournalMerge(): JournalMerge {
  /** Entries by the id of their call, for those of the thread itself. */
  const ofItems = new Map<string, JournalEntry[]>();
  /** Entries that are told at their time, the earliest first. */
  let timed: JournalEntry[] = [];
  const told = new Set<JournalEntry>();

  function add(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      const item = entry.data.item_id;
      if (typeof item === 'string') ofItems.set(item, [...(ofItems.get(item) ?? []), entry]);
      // The calls of a sub-agent may stand in a file of its own.
      if (typeof item !== 'string' || entry.data.agent_id !== undefined) timed.push(entry);
    }
    timed.sort((a, b) => a.at - b.at);
  }

  function outcome(read: Outcome): Outcome {
    if (!read.ok || (timed.length === 0 && ofItems.size === 0)) return read;
    const events: ThreadEvent[] = [];
    for (const event of read.events) {
      if (event.inherited) {
        events.push(event);
        continue;
      }
      events.push(...before(event), withNotes(event));
      const own = isItemEvent(event) ? (ofItems.get(event.item.id) ?? []) : [];
      for (const entry of own) if (!told.has(entry)) events.push(tell(entry, false));
    }
    return { ...read, events };
  }

  function before({ timestamp }: ThreadEvent): ContextEvent[] {
    const [first] = timed;
    if (!first || timestamp === undefined) return [];
    const now = parseTime(timestamp) ?? 0;
    const due: ContextEvent[] = [];
    while (timed[0] && timed[0].at < now) {
      const entry = timed.shift() as JournalEntry;
      if (!told.has(entry)) due.push(tell(entry, true));
    }
    return due;
  }

  function withNotes(event: ThreadEvent): ThreadEvent {
    const entries = isItemEvent(event) ? ofItems.get(event.item.id) : undefined;
    if (!isItemEvent(event) || !entries) return event;
    const notes = entries.map((entry): ItemNote => ({ kind: 'approval', text: journalWords(entry) }));
    return { ...event, item: { ...event.item, notes: [...(event.item.notes ?? []), ...notes] } };
  }

  function tell(entry: JournalEntry, isAlone: boolean): ContextEvent {
    told.add(entry);
    const { item_id: item } = entry.data;
    const text = isAlone ? wholeWords(entry) : '';
    return {
      type: 'context',
      kind: `live.${entry.type}`,
      timestamp: new Date(entry.at).toISOString(),
      ...(typeof item === 'string' && { item_id: item }),
      ...(text !== '' && { text }),
      data: entry.data,
    };
  }

  function rest(): ContextEvent[] {
    const left = [...timed, ...[...ofItems.values()].flat()].filter((entry) => !told.has(entry));
    timed = [];
    return [...new Set(left)].sort((a, b) => a.at - b.at).map((entry) => tell(entry, true));
  }

  return { add, outcome, rest };
}
