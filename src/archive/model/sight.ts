import { createHash } from 'node:crypto';
import type { SessionKey } from './session-row.ts';

/** The sessions that a reader was told of, and a mark of them: the same for the same sessions, in whatever order they came. */
export interface Sight {
  add(session: Seen): void;
  remove(session: Seen): void;
  has(session: Seen): boolean;
  /** Those that are known. */
  all(): Seen[];
  /** As a store's `sight` makes it of what may be seen now. */
  mark(): string;
}

type Seen = Pick<SessionKey, 'agent' | 'threadId' | 'home'>;

export function createSight(): Sight {
  const known = new Map<string, { session: Seen; bits: bigint }>();
  let mixed = 0n;
  return {
    add(session) {
      const name = nameOf(session);
      if (known.has(name)) return;
      const bits = createHash('md5').update(name).digest().readBigInt64BE();
      known.set(name, { session, bits });
      mixed ^= bits;
    },
    remove(session) {
      const name = nameOf(session);
      mixed ^= known.get(name)?.bits ?? 0n;
      known.delete(name);
    },
    has: (session) => known.has(nameOf(session)),
    all: () => [...known.values()].map(({ session }) => session),
    mark: () => `${known.size}.${mixed}`,
  };
}

function nameOf({ agent, home = '', threadId }: Seen): string {
  return [agent, home, threadId].join('\n');
}
