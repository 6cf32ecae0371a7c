import { followSession } from '../../sessions/following/follow-session.ts';
import { openSession } from '../../sessions/open-session.ts';
import { openSource, type Source } from '../../sessions/open-source.ts';
import type { AgentStore } from '../../sessions/store.ts';
import type { Outcome } from '../../thread/outcome.ts';

/** What happened to a session that somebody looks at. */
export type SourceChange =
  /** Lines were read. `isCurrent`: nothing more is there for now. */
  | { kind: 'outcomes'; outcomes: readonly Outcome[]; isCurrent: boolean }
  /** What was told before is no longer so, and all of it follows. */
  | { kind: 'reset'; reason: string };

/** Where a session is read from: its file on this machine, or a store. */
export interface SessionSource {
  /** Names it among those that are open. */
  readonly id: string;
  /** Reads it to its end and goes on as it grows, until the signal is given. Throws where it cannot be read at all. */
  follow(signal: AbortSignal): AsyncIterable<SourceChange>;
  /** Reads it once more, from the beginning to its end: what stands in it, not what it goes on from. */
  read(): AsyncIterable<Outcome[]>;
  /** The whole thread, to be written as something else. */
  open(): Promise<Source>;
  /** Its lines as its agent wrote them. Throws a ThreadlineError `not-found` where nobody has them any more. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A file of this machine. */
export function createFileSource(path: string, agents: readonly AgentStore[]): SessionSource {
  return {
    id: path,
    async *follow(signal) {
      for await (const change of followSession({ path }, { agents, signal })) {
        if (change.kind === 'reset') yield { kind: 'reset', reason: change.problem.code };
        else if (change.kind === 'outcomes') yield change;
        else if (change.kind === 'gone') yield { kind: 'outcomes', outcomes: change.outcomes, isCurrent: true };
      }
    },
    async *read() {
      yield* (await openSession({ path }, { agents })).eventBatches({ ownOnly: true });
    },
    async open() {
      const { info } = await openSession({ path }, { agents });
      return openSource({ kind: 'session', info }, { agents });
    },
    async *chunks() {
      yield* (await openSession({ path }, { agents })).chunks();
    },
  };
}
