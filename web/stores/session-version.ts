import type { ApiSession, SessionHead } from '../../src/doors/server/api-types.ts';

type Told = Pick<ApiSession, 'counts' | 'files'> & {
  head: Pick<SessionHead, 'key' | 'lastAt' | 'turns' | 'messages' | 'errors' | 'problems' | 'ms' | 'usage'>;
  children: readonly Pick<SessionHead, 'key' | 'lastAt' | 'messages'>[];
};

/**
 * A text that changes with every line that a page of a session may tell of. The time of the last line is not enough: clocks
 * stand still and jump, and lines come without a time. What a sub-agent wrote is part of what its session changed.
 */
export function sessionVersion({ head, counts, files, children }: Told): string {
  const { key, lastAt, turns, messages, errors, problems, ms, usage } = head;
  const inner = children.map((child) => [child.key, child.lastAt, child.messages]);
  return JSON.stringify([key, lastAt, turns, messages, errors, problems, ms, usage, counts, files, inner]);
}
