import * as coreLimits from '../../limits/core.ts';
import type { ThreadEvent } from '../thread/event.ts';

/**
 * Recognises an event that comes a second time, as when a reader starts over, by its position: its line and, within the
 * line, its kind, its subject, and its number among similar ones. The event's content does not count. Events without a
 * line have no position and are always new.
 */
export interface SeenEvents {
  /** True if the event begins another input: a thread starts on a line that is not after the last one. */
  isNewInput(event: ThreadEvent): boolean;
  isRepeat(event: ThreadEvent): boolean;
}

export function createSeenEvents(isReplayed: boolean): SeenEvents {
  /** The mark of each line's first event, counted from `firstLine`. Nearly all lines have no other event. */
  let marks: (number | undefined)[] = [];
  let firstLine = 0;
  /** The marks of the lines before. Everything older is forgotten and counts as seen. */
  let oldMarks: (number | undefined)[] = [];
  let hasForgotten = false;
  /** By line and mark, the number of events beyond the line's first one. */
  let others = new Map<number, number>();
  let lastLine = 0;
  let lastEvent: ThreadEvent | undefined;
  /** The line being read, and its count of each mark in this reading. A single event has no counts. */
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

  /** The mark of a line's first event. Set to this one if there is none. */
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

  /** The number of events of that mark on the line in this reading, including this one. */
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
      // A number, because a line with a hundred thousand events would need as many strings.
      const key = (line - firstLine) * MARKS + mark;
      if (count <= ofFirst + (others.get(key) ?? 0)) return true;
      others.set(key, count - ofFirst);
      return false;
    },
  };
}

/** Stands for a line that was skipped before the first one seen. Marks are not negative. */
const NO_MARK = -1;

/** The number of marks: all that fit in 30 bits. */
const MARKS = 2 ** 30;

/** Kind and subject in 30 bits, enough to tell the events of one line apart. Keeping the texts would cost memory. */
function markOf(event: ThreadEvent): number {
  const subject = subjectOf(event);
  const { type } = event;
  // No two kinds share length, first and sixth letter.
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
