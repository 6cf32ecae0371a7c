import { shortHash } from './short-hash.ts';
import type { Turn } from './turn-counter.ts';

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
  giveBack(id: string): boolean;
  /** `….rejected.<n>`, for a call that lost its number that way. */
  rejected(id: string): string;
}

export function createMessageIds(): MessageIds {
  const counts = new Map<string, number>();

  function numbered(stem: string): string {
    const count = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, count);
    return `${stem}.${count}`;
  }

  return {
    next: (turn, kind) => numbered(`${turn.name}.${kind}`),
    nextTool(turn, tool, identity) {
      // Tools may have any name; dots would make two ids look alike.
      return numbered(`${turn.name}.${tool.replace(/[^\w-]/g, '_')}.${shortHash(`${tool}\n${identity}`)}`);
    },
    giveBack(id) {
      const end = id.lastIndexOf('.');
      const stem = id.slice(0, end);
      const count = Number(id.slice(end + 1));
      if (counts.get(stem) !== count) return false;
      counts.set(stem, count - 1);
      return true;
    },
    rejected: (id) => numbered(`${id.slice(0, id.lastIndexOf('.'))}.rejected`),
  };
}
