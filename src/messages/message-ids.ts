import { shortHash } from './short-hash.ts';
import { REMEMBERED_TURNS, type Turn } from './turn-counter.ts';

/** What the ids of messages that are no tools are counted by. */
export type MessageKind =
  | 'text'
  | 'thinking'
  | 'raw'
  | 'plan'
  | 'user'
  | 'context'
  | 'error'
  | 'compaction'
  | 'aborted';

/**
 * Makes ids out of what a message is and where it stands, so that the same message has the same id however and however
 * often it is read. A tool's id hangs on its input, not on its place among the others: calls that only the session file
 * knows, and the free order of parallel calls, move no other id.
 */
export interface MessageIds {
  /** `t<turn>.<kind>.<n>` */
  next(turn: Turn, kind: MessageKind): string;
  /** `t<turn>.<Tool>.<hash of the call's identity>.<occurrence>` */
  nextTool(turn: Turn, tool: string, identity: string): string;
  /** Gives the number of the last such call back, so that the next one has it; false when it is not the last. */
  giveBack(turn: Turn, id: string): boolean;
  /** `….rejected.<n>`, for a call that lost its number that way. */
  rejected(turn: Turn, id: string): string;
}

export function createMessageIds(): MessageIds {
  /** By the order of turns, how often each kind and each call occurred. */
  const counts = new Map<number, Map<string, number>>();
  let turn: Turn | undefined;
  let current = new Map<string, number>();

  /** The counts of a turn. One turn is nearly always that of the message before. */
  function countsOf(other: Turn): Map<string, number> {
    if (turn?.order === other.order) return current;
    turn = other;
    current = counts.get(other.order) ?? new Map();
    counts.set(other.order, current);
    counts.delete(other.order - REMEMBERED_TURNS);
    return current;
  }

  function count(of: Turn, stem: string): number {
    const known = countsOf(of);
    const occurrence = (known.get(stem) ?? 0) + 1;
    known.set(stem, occurrence);
    return occurrence;
  }

  return {
    next: (of, kind) => `${of.name}.${kind}.${count(of, kind)}`,
    nextTool(of, tool, identity) {
      // Tools may have any name. Dots would make two ids look alike, and files may have an underscore for a dash.
      const name = /^\w*$/.test(tool) ? tool : tool.replace(/\W/g, '_');
      const stem = `${name}.${shortHash(identity)}`;
      // Joined, because a concatenation of this length would keep all of its parts alive.
      return [of.name, stem, count(of, stem)].join('.');
    },
    giveBack(of, id) {
      const end = id.lastIndexOf('.');
      const stem = id.slice(of.name.length + 1, end);
      const occurrence = Number(id.slice(end + 1));
      const known = countsOf(of);
      if (known.get(stem) !== occurrence) return false;
      known.set(stem, occurrence - 1);
      return true;
    },
    rejected(of, id) {
      const stem = `${id.slice(of.name.length + 1, id.lastIndexOf('.'))}.rejected`;
      return `${of.name}.${stem}.${count(of, stem)}`;
    },
  };
}
