import type { ThreadEvent } from '../thread/event.ts';

/**
 * Tells an event that comes a second time, as it does when a reader starts over, by its position: its line and, within
 * it, its kind and what it is about, which no two events of one line share. What the event holds does not count. Events
 * without a line have no position and are always new.
 */
export function createSeenEvents(): (event: ThreadEvent) => boolean {
  /** By line, counted from the first: the mark of its first event. Nearly all lines have no other. */
  const marks: (number | undefined)[] = [];
  let firstLine: number | undefined;
  let others: Set<string> | undefined;

  return (event) => {
    const { line } = event;
    if (line === undefined) return false;
    firstLine ??= line;
    const at = line - firstLine;
    const mark = markOf(event);
    if (at >= 0 && marks[at] === undefined) {
      marks[at] = mark;
      return false;
    }
    if (marks[at] === mark) return true;
    const key = `${line} ${mark}`;
    others ??= new Set();
    if (others.has(key)) return true;
    others.add(key);
    return false;
  };
}

/** How much of a subject counts: ids are shorter. */
const SUBJECT_LENGTH = 64;

/** Kind and subject in 30 bits, which is enough to tell the events of one line apart. To keep the texts costs memory. */
function markOf(event: ThreadEvent): number {
  const subject = subjectOf(event);
  const { type } = event;
  // No two kinds have the same length, first and sixth letter.
  let mark = type.length | (type.charCodeAt(0) << 8) | (type.charCodeAt(5) << 16);
  const length = Math.min(subject.length, SUBJECT_LENGTH);
  for (let index = 0; index < length; index += 1) mark = Math.imul(mark ^ subject.charCodeAt(index), 0x01000193);
  return mark & 0x3fffffff;
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
