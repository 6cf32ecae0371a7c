import type { FollowClock } from '../../machine/sessions/following/clock.ts';
import type { CollectedFile } from './collected-file.ts';

/** Files that wait: for the server's answer, to be sent, or for a pause to end. They take turns, so none blocks. */
export interface SendQueue {
  /** The files that the server must be asked about. */
  readonly unasked: ReadonlySet<CollectedFile>;
  /** The files that may have something to send. */
  readonly due: ReadonlySet<CollectedFile>;
  /** Adds a file that changed. */
  add(file: CollectedFile): void;
  /** Marks a file for another question to the server. */
  ask(file: CollectedFile): void;
  /** Puts a file at the end of the queue. */
  send(file: CollectedFile): void;
  /** Records that some of a file was sent, so that asking again is no sign of trouble. */
  progressed(file: CollectedFile): void;
  /** Pauses a file for the given time. */
  pause(file: CollectedFile, milliseconds: number): void;
  /** Ends the work on a file. Changes to it wait for the given time. */
  finish(file: CollectedFile, restMilliseconds?: number): void;
  /** Returns the files whose pause is over to the queue. */
  wake(): void;
  all(): CollectedFile[];
}

/** So many questions without anything sent mean that somebody else sends the file, or that something is wrong. */
const MANY_TRIES = 10;
const TRIES_PAUSE_MS = 1000;

export function createSendQueue(clock: Pick<FollowClock, 'now'>): SendQueue {
  const unasked = new Set<CollectedFile>();
  const due = new Set<CollectedFile>();
  const paused = new Set<CollectedFile>();
  /** The number of questions about a file since anything of it was sent. */
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

/** A document is asked about in each version, a compressed file is unpacked first, and a new title has to be sent. */
function isSendable({ stage, isDocument, title }: CollectedFile): boolean {
  return stage.name === 'agreed' && !isDocument && !stage.isPacked && stage.title === title;
}
