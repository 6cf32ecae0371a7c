import type { ThreadEvent } from '../thread/event.ts';

/**
 * Tells an event that comes a second time, as it does when a reader starts over, by its position: its line and, within
 * it, its kind and what it is about, which no two events of one line share. What the event holds does not count. Events
 * without a line have no position and are always new.
 */
export function createSeenEvents(): (event: ThreadEvent) => boolean {
  /** By line, counted from the first: the kind and subject of its first event. Nearly all lines have no other. */
  const kinds: (string | undefined)[] = [];
  const subjects: (string | undefined)[] = [];
  let firstLine: number | undefined;
  let others: Set<string> | undefined;

  return (event) => {
    const { line } = event;
    if (line === undefined) return false;
    firstLine ??= line;
    const at = line - firstLine;
    const subject = subjectOf(event);
    if (at >= 0 && kinds[at] === undefined) {
      kinds[at] = event.type;
      subjects[at] = subject;
      return false;
    }
    if (kinds[at] === event.type && subjects[at] === subject) return true;
    const key = `${line} ${event.type} ${subject}`;
    others ??= new Set();
    if (others.has(key)) return true;
    others.add(key);
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
