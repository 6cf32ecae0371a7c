import { coreLimits } from '../../limits/core.ts';
import type { ThreadEvent } from '../thread/event.ts';

/**
 * Tells an event that comes a second time, as it does when a reader starts over, by its position: its line and, within
 * it, its kind, what it is about, and which of several such it is. What the event holds does not count. Events without
 * a line have no position and are always new.
 */
export interface SeenEvents {
  /** The event begins another input: a thread starts on a line that is not after the last one. */
  isNewInput(event: ThreadEvent): boolean;
  isRepeat(event: ThreadEvent): boolean;
}

export function createSeenEvents(isReplayed: boolean): SeenEvents {
  /** By line, counted from `firstLine`: the mark of its first event. Nearly all lines have no other. */
  let marks: (number | undefined)[] = [];
  let firstLine = 0;
  /** The same of the lines before. What was before these is forgotten, and counts as seen. */
  let oldMarks: (number | undefined)[] = [];
  let hasForgotten = false;
  /** By line and mark, how many events there were beyond the line's first one. */
  let others = new Map<number, number>();
  let lastLine = 0;
  let lastEvent: ThreadEvent | undefined;
  /** The line that is being read, and how many of each mark it has had in this reading; none for a single event. */
  let currentLine = 0;
  let currentMark = 0;
  let inLine: Map<number, number> | undefined;

  function forget(): void {
    marks = [];
    oldMarks = [];
    hasForgotten = false;
    others = new Map();
    lastLine = 0;
    currentLine = 0;
  }

  /** The mark of a line's first event; gives it this one if it has none. */
  function firstMark(line: number, mark: number): number | undefined {
    if (lastLine === 0) firstLine = line;
    if (line > lastLine) lastLine = line;
    let at = line - firstLine;
    if (at >= coreLimits.maxRememberedLines) {
      hasForgotten ||= oldMarks.length > 0;
      oldMarks = marks;
      oldMarks.length = at;
      marks = [];
      others = new Map();
      firstLine = line;
      at = 0;
    }
    const held = at >= 0 ? marks : oldMarks;
    const index = at >= 0 ? at : at + oldMarks.length;
    if (index < 0) return hasForgotten ? mark : NO_MARK;
    const known = held[index];
    if (known === undefined) held[index] = mark;
    return known;
  }

  /** How many events of that mark the line has had in this reading, this one included. */
  function countInLine(line: number, mark: number): number {
    if (line !== currentLine) {
      currentLine = line;
      currentMark = mark;
      inLine = undefined;
      return 1;
    }
    inLine ??= new Map([[currentMark, 1]]);
    const count = (inLine.get(mark) ?? 0) + 1;
    inLine.set(mark, count);
    return count;
  }

  return {
    isNewInput(event) {
      if (isReplayed || event.type !== 'thread.started' || event.line === undefined) return false;
      if (event === lastEvent || event.line > lastLine || event.turn_id !== undefined) return false;
      forget();
      return true;
    },
    isRepeat(event) {
      const { line } = event;
      if (line === undefined) return false;
      if (event === lastEvent) return true;
      lastEvent = event;
      const mark = markOf(event);
      const count = countInLine(line, mark);
      const known = firstMark(line, mark);
      if (known === undefined) return false;
      const ofFirst = known === mark ? 1 : 0;
      // A number: a line with a hundred thousand events would need as many texts.
      const key = (line - firstLine) * MARKS + mark;
      if (count <= ofFirst + (others.get(key) ?? 0)) return true;
      others.set(key, count - ofFirst);
      return false;
    },
  };
}

/** Of a line that was passed over before the first one that was seen. Marks are not negative. */
const NO_MARK = -1;

/** How many marks there are: as many as 30 bits tell apart. */
const MARKS = 2 ** 30;

/** Kind and subject in 30 bits, which is enough to tell the events of one line apart. To keep the texts costs memory. */
function markOf(event: ThreadEvent): number {
  const subject = subjectOf(event);
  const { type } = event;
  // No two kinds have the same length, first and sixth letter.
  let mark = type.length | (type.charCodeAt(0) << 8) | (type.charCodeAt(5) << 16);
  for (let index = 0; index < subject.length; index += 1)
    mark = Math.imul(mark ^ subject.charCodeAt(index), 0x01000193);
  return mark & (MARKS - 1);
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
