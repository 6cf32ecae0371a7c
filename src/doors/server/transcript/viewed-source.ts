import type { Outcome } from '../../../core/thread/outcome.ts';
import { followSession } from '../../../machine/sessions/following/follow-session.ts';
import { openSession } from '../../../machine/sessions/open-session.ts';
import { openSource, type Source } from '../../../machine/sessions/open-source.ts';
import type { AgentStore } from '../../../machine/sessions/store.ts';

/** A change of an open session. */
export type SourceChange =
  /** Lines were read. `isCurrent`: there is nothing more for now. */
  | { kind: 'outcomes'; outcomes: readonly Outcome[]; isCurrent: boolean }
  /** Earlier changes are no longer valid, and everything follows again. */
  | { kind: 'reset'; reason: string };

/** The source of an open session: its file on this machine, or a store. */
export interface ViewedSource {
  /** Identifies it among the open ones. */
  readonly id: string;
  /** Its file on this machine, if it is one. */
  readonly path?: string;
  /** Reads it to its end and follows it until the signal is given. Throws if it cannot be read at all. */
  follow(signal: AbortSignal): AsyncIterable<SourceChange>;
  /** Reads it again from beginning to end, in the same order. */
  read(): AsyncIterable<Outcome[]>;
  /** The whole thread, to be written in another form. */
  open(): Promise<Source>;
  /** Its lines as its agent wrote them. Throws a ThreadlineError `not-found` if nobody has them any more. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A file of this machine. */
export function createFileSource(path: string, agents: readonly AgentStore[]): ViewedSource {
  return {
    id: path,
    path,
    async *follow(signal) {
      let isBegun = false;
      for await (const change of followSession({ path }, { agents, signal })) {
        if (change.kind === 'reset') {
          isBegun = false;
          yield { kind: 'reset', reason: change.problem.code };
        } else if (change.kind !== 'problem') {
          const { outcomes } = change;
          const isCurrent = change.kind === 'gone' || change.isCurrent;
          const header = isBegun ? 0 : 1 + outcomes.findIndex(isHeader);
          if (header > 0) {
            isBegun = true;
            yield { kind: 'outcomes', outcomes: outcomes.slice(0, header), isCurrent: false };
            for await (const told of inheritedOutcomes(path, agents)) {
              yield { kind: 'outcomes', outcomes: told, isCurrent: false };
            }
          }
          yield { kind: 'outcomes', outcomes: outcomes.slice(header), isCurrent };
        }
      }
    },
    async *read() {
      yield* (await openSession({ path }, { agents })).eventBatches();
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

function isHeader(outcome: Outcome): boolean {
  return outcome.ok && outcome.events.some(({ type, inherited }) => type === 'thread.started' && !inherited);
}

/** The history of a fork that names another file: read after its header, up to its own first line. */
async function* inheritedOutcomes(path: string, agents: readonly AgentStore[]): AsyncGenerator<Outcome[]> {
  let isFork = false;
  for await (const outcomes of (await openSession({ path }, { agents })).eventBatches()) {
    for (const outcome of outcomes) {
      if (!outcome.ok || isHeader(outcome)) continue;
      const events = outcome.events.filter(({ inherited }) => inherited);
      const isOwn = !outcome.flush;
      isFork ||= !isOwn && events.length > 0;
      // Its first line releases what the reader had held back of the history.
      if (isFork && events.length > 0) yield [{ ...outcome, events, problems: [] }];
      if (isOwn) return;
    }
  }
}
