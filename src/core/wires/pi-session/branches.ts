import * as coreLimits from '../../../limits/core.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { forgetOldest } from '../forget-oldest.ts';

/** An entry of the file, with what it told. */
export interface Entry {
  id: string;
  parent: string | undefined;
  /** The turn under which it was told last. */
  turn: string | undefined;
  events: readonly ThreadEvent[];
  /** It was told so many times again. */
  retold: number;
}

/** What the conversation loses and gets back where a branch begins. */
export interface BranchChange {
  /** The turns that are no longer part of it, oldest first. */
  withdrawn: string[];
  /** The entries that are part of it again, or of which only a part was left: they are told again. */
  retold: readonly Entry[];
}

/** The tree of a session file. Its conversation is the path from the last entry to a root. */
export interface Branches {
  /** Takes the place of the next entry. Undefined if it follows the one before. */
  enter(id: string, parentId: string | null | undefined): BranchChange | undefined;
  /** Notes what the entry told. */
  told(id: string, turn: string | undefined, events: readonly ThreadEvent[]): void;
  /** Notes the turn under which an entry was told again. */
  retoldIn(entry: Entry, turn: string): void;
}

/** An entry is told again so often at most: what comes out stays bounded by what goes in. */
const MOST_RETOLD = 3;

export function createBranches(): Branches {
  const entries = new Map<string, Entry>();
  /** The conversation, and where each entry stands in it. */
  let path: Entry[] = [];
  const places = new Map<string, number>();

  function push(entry: Entry): void {
    places.set(entry.id, path.length);
    path.push(entry);
  }

  /** The entries from the conversation down to one that left it. Undefined if that is not known, or costs too much. */
  function wayTo(id: string): { from: number; back: Entry[] } | undefined {
    const back: Entry[] = [];
    for (let next: string | undefined = id; next !== undefined; ) {
      const place = places.get(next);
      if (place !== undefined) return { from: place, back: back.reverse() };
      const entry = entries.get(next);
      if (!entry || entry.retold >= MOST_RETOLD || back.length > entries.size) return undefined;
      back.push(entry);
      next = entry.parent;
    }
    return { from: -1, back: back.reverse() };
  }

  /** Cuts the conversation after a place. A turn that loses a part of what it told is told again as far as it is left. */
  function cutAfter(from: number, back: Entry[]): BranchChange {
    const lost = path.slice(from + 1).filter(({ events }) => events.length > 0);
    const first = lost[0]?.turn;
    let start = from + 1;
    while (first !== undefined && start > 0 && path[start - 1]?.turn === first) start -= 1;
    // Told too often: the turn stays as it is, with what was taken back of it.
    const isStuck = (path[start]?.retold ?? 0) >= MOST_RETOLD && start <= from;
    if (isStuck) start = from + 1;
    const left = path.slice(start, from + 1);
    const retold = [...left, ...back];
    for (const entry of path.slice(start)) places.delete(entry.id);
    path = path.slice(0, start);
    for (const entry of retold) {
      entry.retold += 1;
      push(entry);
    }
    const turns = new Set(lost.map(({ turn }) => turn));
    if (isStuck) turns.delete(first);
    const withdrawn = [...turns].filter((turn) => turn !== undefined);
    return { withdrawn, retold: retold.filter(({ events }) => events.length > 0) };
  }

  return {
    enter(id, parentId) {
      const leaf = path.at(-1)?.id;
      const isNext = parentId === undefined || parentId === leaf || path.length === 0;
      const way = isNext ? undefined : parentId === null ? { from: -1, back: [] } : wayTo(parentId);
      const change = way && cutAfter(way.from, way.back);
      const entry: Entry = { id, parent: path.at(-1)?.id, turn: undefined, events: [], retold: 0 };
      entries.set(id, entry);
      forgetOldest(entries, coreLimits.maxBranchEntries);
      push(entry);
      return change;
    },
    told(id, turn, events) {
      const entry = entries.get(id);
      if (!entry) return;
      entry.turn = turn;
      entry.events = events;
    },
    retoldIn(entry, turn) {
      entry.turn = turn;
    },
  };
}
