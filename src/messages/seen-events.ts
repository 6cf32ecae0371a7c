import type { ThreadEvent } from '../thread/event.ts';

/**
 * Tells an event that comes a second time, as it does when a reader starts over, by its position: its line and, within
 * it, its kind and what it is about, which no two events of one line share. What the event holds does not count. Events
 * without a line have no position and are always new.
 */
export function createSeenEvents(): (event: ThreadEvent) => boolean {
  /** By line, the first event of each: its kind and subject. Nearly all lines have no other. */
  const kinds: (string | undefined)[] = [];
  const subjects: (string | undefined)[] = [];
  const others = new Map<number, Set<string>>();

  return (event) => {
    const { line } = event;
    if (line === undefined) return false;
    const subject = subjectOf(event);
    const kind = kinds[line];
    if (kind === undefined) {
      kinds[line] = event.type;
      subjects[line] = subject;
      return false;
    }
    if (kind === event.type && subjects[line] === subject) return true;
    const key = `${event.type} ${subject}`;
    const known = others.get(line);
    if (known?.has(key)) return true;
    if (known) known.add(key);
    else others.set(line, new Set([key]));
    return false;
  };
}

function subjectOf(event: ThreadEvent): string {
  switch (event.type) {
    case 'item.started':
    case 'item.updated':
    case 'item.completed':
    case 'item.failed':
      return event.item.id;
    case 'item.delta':
      return event.item_id;
    case 'error':
      return event.message;
    case 'context':
      return event.item_id ?? event.kind;
    case 'unknown':
      return event.wire_type;
    default:
      return event.turn_id ?? '';
  }
}
