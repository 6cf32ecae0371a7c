import { setTimeout as wait } from 'node:timers/promises';
import type { ServerDatabase } from './connect.ts';

/** Hears what is announced on a channel. A word may be lost with the connection: whoever waits looks now and then anyway. */
export interface Listener {
  /** The server would be heard now. */
  readonly isHearing: boolean;
  /** Until something is heard or was heard since the last time, the signal is given, or so long. */
  heard(mostMs: number): Promise<void>;
  /** When it has ended, after its signal. */
  done: Promise<void>;
}

export interface ListenerOptions {
  channel: string;
  signal: AbortSignal;
  /** Words that matter; all where it is absent. */
  isWanted?: ((payload: string) => boolean) | undefined;
}

/** How long a lost connection is waited for. */
const RETRY_MS = 2000;

export function createListener(
  database: ServerDatabase,
  { channel, signal, isWanted = () => true }: ListenerOptions,
): Listener {
  let isRung = false;
  let isHearing = false;
  let wake: (() => void) | undefined;

  function ring(): void {
    isRung = true;
    wake?.();
  }

  async function listen(): Promise<void> {
    while (!signal.aborted) {
      const onHeard = (payload: string) => {
        isHearing = true;
        // The empty word is the first: what was announced before is looked for.
        if (payload === '' || isWanted(payload)) ring();
      };
      // While it cannot be heard, looking now and then is enough; that says what is wrong with the server.
      await database.listen(channel, onHeard, signal).catch(() => {});
      isHearing = false;
      if (!signal.aborted) await wait(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  signal.addEventListener('abort', ring, { once: true });
  return {
    get isHearing() {
      return isHearing;
    },
    async heard(mostMs) {
      if (!isRung && !signal.aborted) {
        const stop = new AbortController();
        const rung = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([rung, wait(mostMs, undefined, { signal: stop.signal }).catch(() => {})]);
        stop.abort();
      }
      isRung = false;
    },
    done: listen(),
  };
}
