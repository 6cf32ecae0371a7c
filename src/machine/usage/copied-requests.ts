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
  /** Two sub-agents may be asked within one millisecond, but hardly in as many words. */
  let promptLength: number | undefined;
  let begun: { id: string | undefined; at: number | undefined } = { id: undefined, at: undefined };

  return {
    push(event) {
      if (event.type === 'thread.started') startedAt = parseTime(event.started_at);
      if (event.type === 'item.completed' && event.item.type === 'user_message')
        promptLength ??= lengthOf(event.item.text);
      if (event.request_id !== undefined && event.request_id !== begun.id)
        begun = { id: event.request_id, at: parseTime(event.timestamp) };
    },
    last(id, nth, { input, cached, cacheWrite, output }) {
      const { at } = begun;
      if (begun.id !== id || at === undefined || startedAt === undefined) return undefined;
      const told = JSON.stringify([promptLength, at, nth, input, cached, cacheWrite, output]);
      return { key: createHash('sha256').update(told).digest('hex').slice(0, 32), at, isCopy: at < startedAt };
    },
  };
}

/** The length of a text, also where it left its machine as `[57]`: a request has one key, whatever was sent of it. */
function lengthOf(text: string): number {
  const [, length] = /^\[(\d{1,9})\]$/.exec(text) ?? [];
  return length === undefined ? text.length : Number(length);
}
