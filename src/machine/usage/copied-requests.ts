import { createHash } from 'node:crypto';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { parseTime } from '../../core/thread/time.ts';
import type { TokenCounts } from './token-counts.ts';

/** A request by what a copy of it keeps. */
interface CopiedRequest {
  key: string;
  /** When it began. */
  at: number;
  /** It is older than its session, so another session asked for it. */
  isCopy: boolean;
}

/** Knows the requests of a session whose agent gives those of a fork new ids. */
export interface CopiedRequests {
  push(event: ThreadEvent): void;
  /** The last request, after its count. `nth`: its number among those of one id. Undefined where its time is not told. */
  last(id: string, nth: number, counts: TokenCounts): CopiedRequest | undefined;
}

export function createCopiedRequests(): CopiedRequests {
  let startedAt: number | undefined;
  /** Two sub-agents may be asked within one millisecond, but hardly for the same. */
  let prompt: string | undefined;
  let begun: { id: string | undefined; at: number | undefined } = { id: undefined, at: undefined };

  return {
    push(event) {
      if (event.type === 'thread.started') startedAt = parseTime(event.started_at);
      if (event.type === 'item.completed' && event.item.type === 'user_message') prompt ??= event.item.text;
      if (event.request_id !== undefined && event.request_id !== begun.id)
        begun = { id: event.request_id, at: parseTime(event.timestamp) };
    },
    last(id, nth, { input, cached, cacheWrite, output }) {
      const { at } = begun;
      if (begun.id !== id || at === undefined || startedAt === undefined) return undefined;
      const told = JSON.stringify([prompt, at, nth, input, cached, cacheWrite, output]);
      return { key: createHash('sha256').update(told).digest('hex').slice(0, 32), at, isCopy: at < startedAt };
    },
  };
}
