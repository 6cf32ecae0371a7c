import type { CollectClock } from './collect-clock.ts';
import type { CollectedFile } from './collected-file.ts';

/** Files that wait: for a word of the server, to be sent, or for a better time. In turn, so that none waits for a long one. */
export interface SendQueue {
  /** The server is to be asked how far it has them. */
  readonly fresh: ReadonlySet<CollectedFile>;
  /** There may be something to send of them. */
  readonly due: ReadonlySet<CollectedFile>;
  /** Something of it changed. */
  add(file: CollectedFile): void;
  /** What is known of it may not be true any more. */
  ask(file: CollectedFile): void;
  /** Its turn comes after that of all others. */
  send(file: CollectedFile): void;
  /** It is not looked at for so long. */
  pause(file: CollectedFile, milliseconds: number): void;
  remove(file: CollectedFile): void;
  /** Brings back those that have paused for long enough. */
  wake(): void;
  all(): CollectedFile[];
}

/** The server was asked so often without anything being sent: somebody else sends it, or something is wrong. */
const MANY_TRIES = 10;
const TRIES_PAUSE_MS = 1000;

export function createSendQueue(clock: CollectClock): SendQueue {
  const fresh = new Set<CollectedFile>();
  const due = new Set<CollectedFile>();
  const paused = new Set<CollectedFile>();

  function remove(file: CollectedFile): void {
    fresh.delete(file);
    due.delete(file);
    paused.delete(file);
  }

  function add(file: CollectedFile): void {
    if (file.stage === 'forgotten') return;
    if (file.notBefore > clock.now()) paused.add(file);
    else if (file.stage === 'open' && file.id !== '' && file.form !== 'document') {
      paused.delete(file);
      due.add(file);
    } else ask(file);
  }

  function ask(file: CollectedFile): void {
    remove(file);
    file.stage = 'new';
    file.tries += 1;
    if (file.tries < MANY_TRIES) fresh.add(file);
    else pause(file, TRIES_PAUSE_MS);
  }

  function pause(file: CollectedFile, milliseconds: number): void {
    remove(file);
    file.tries = 0;
    file.notBefore = clock.now() + milliseconds;
    paused.add(file);
  }

  return {
    fresh,
    due,
    add,
    ask,
    send(file) {
      remove(file);
      file.stage = 'open';
      due.add(file);
    },
    pause,
    remove,
    wake() {
      for (const file of paused) if (file.notBefore <= clock.now()) add(file);
    },
    all: () => [...fresh, ...due, ...paused],
  };
}
