import { setTimeout as wait } from 'node:timers/promises';
import type { ServerDatabase } from './connect.ts';

/** Hears announcements on a channel. One may be lost with the connection, so those who wait also poll. */
export interface Listener {
  /** True while the connection listens. */
  readonly isHearing: boolean;
  /** Waits until something is heard, or was since the last call, or the signal is given, or the time is over. */
  heard(mostMs: number): Promise<void>;
  /** Resolves when it has ended, after its signal. */
  done: Promise<void>;
}

export interface ListenerOptions {
  channel: string;
  signal: AbortSignal;
  /** Selects announcements that matter; all by default. */
  isWanted?: ((payload: string) => boolean) | undefined;
}

/** The wait before a lost connection is tried again. */
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
        // The empty announcement comes first: the caller looks for what was announced before.
        if (payload === '' || isWanted(payload)) ring();
      };
      // While nothing can be heard, polling is enough, and it reports what is wrong with the server.
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
