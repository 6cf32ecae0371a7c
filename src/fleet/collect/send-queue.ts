import type { FollowClock } from '../../machine/sessions/following/clock.ts';
import type { CollectedFile } from './collected-file.ts';

/** Files that wait: for a word of the server, to be sent, or for a better time. In turn, so that none waits for a long one. */
export interface SendQueue {
  /** The server is to be asked how far it has them. */
  readonly unasked: ReadonlySet<CollectedFile>;
  /** There may be something to send of them. */
  readonly due: ReadonlySet<CollectedFile>;
  /** Something of it changed. */
  add(file: CollectedFile): void;
  /** The server has to be asked, again. */
  ask(file: CollectedFile): void;
  /** Its turn comes after that of all others. */
  send(file: CollectedFile): void;
  /** Some of it was sent: asking again is no sign of trouble. */
  progressed(file: CollectedFile): void;
  /** It waits for so long before it is tried again. */
  pause(file: CollectedFile, milliseconds: number): void;
  /** It is done with; a change of it waits for so long. */
  finish(file: CollectedFile, restMilliseconds?: number): void;
  /** Brings back those that have paused for long enough. */
  wake(): void;
  all(): CollectedFile[];
}

/** The server was asked so often without anything being sent: somebody else sends it, or something is wrong. */
const MANY_TRIES = 10;
const TRIES_PAUSE_MS = 1000;

export function createSendQueue(clock: Pick<FollowClock, 'now'>): SendQueue {
  const unasked = new Set<CollectedFile>();
  const due = new Set<CollectedFile>();
  const paused = new Set<CollectedFile>();
  /** How often the server was asked since anything was sent. */
  const tries = new Map<CollectedFile, number>();
  const notBefore = new Map<CollectedFile, number>();

  function remove(file: CollectedFile): void {
    unasked.delete(file);
    due.delete(file);
    paused.delete(file);
  }

  function add(file: CollectedFile): void {
    if (file.stage.name === 'forgotten' || unasked.has(file)) return;
    if ((notBefore.get(file) ?? 0) > clock.now()) {
      paused.add(file);
      return;
    }
    paused.delete(file);
    notBefore.delete(file);
    if (isSendable(file)) due.add(file);
    else ask(file);
  }

  function ask(file: CollectedFile): void {
    remove(file);
    const count = (tries.get(file) ?? 0) + 1;
    tries.set(file, count);
    if (count < MANY_TRIES) unasked.add(file);
    else pause(file, TRIES_PAUSE_MS);
  }

  function pause(file: CollectedFile, milliseconds: number): void {
    finish(file, milliseconds);
    paused.add(file);
  }

  function finish(file: CollectedFile, restMilliseconds = 0): void {
    remove(file);
    tries.delete(file);
    if (restMilliseconds > 0) notBefore.set(file, clock.now() + restMilliseconds);
  }

  return {
    unasked,
    due,
    add,
    ask,
    send(file) {
      remove(file);
      due.add(file);
    },
    progressed: (file) => void tries.delete(file),
    pause,
    finish,
    wake() {
      for (const file of paused) add(file);
    },
    all: () => [...unasked, ...due, ...paused],
  };
}

/** A document is asked about in each version, what is compressed is unpacked first, and a new title has to be told. */
function isSendable({ stage, isDocument, title }: CollectedFile): boolean {
  return stage.name === 'agreed' && !isDocument && !stage.isPacked && stage.title === title;
}
