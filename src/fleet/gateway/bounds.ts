import { Refusal } from './refusal.ts';

/** Limits for each machine and for all together. */
export interface BoundOptions {
  /** Concurrent requests of one machine. */
  requests?: number;
  /** Bytes that one machine may send per second on average, and in one burst. */
  bytesPerSecond?: number;
  burstBytes?: number;
  /** Bytes of bodies that may be held at once, for all machines together. */
  heldBytes?: number;
}

export interface Bounds {
  /** Admits a request until the result is called. Refuses with 429 for a busy machine, 503 if too much is held. */
  enter(machine: string, bytes: number): () => void;
}

interface Account {
  running: number;
  /** The bytes that may be sent, and the time when that was so. */
  credit: number;
  at: number;
}

/** At this number of accounts, those at rest are removed. */
const MANY_ACCOUNTS = 1024;

/** Counts in this process alone, so two gateways admit twice as much. `now`: milliseconds that only increase. */
export function createBounds(options: BoundOptions = {}, now: () => number = () => performance.now()): Bounds {
  const { requests = 16, bytesPerSecond = 16 * 2 ** 20, heldBytes = 128 * 2 ** 20 } = options;
  const burst = options.burstBytes ?? 4 * bytesPerSecond;
  const accounts = new Map<string, Account>();
  let held = 0;

  function accountOf(machine: string): Account {
    const time = now();
    const account = accounts.get(machine) ?? { running: 0, credit: burst, at: time };
    account.credit = Math.min(burst, account.credit + ((time - account.at) / 1000) * bytesPerSecond);
    account.at = time;
    if (accounts.size >= MANY_ACCOUNTS && !accounts.has(machine)) forgetResting(time);
    accounts.set(machine, account);
    return account;
  }

  /** Removes accounts that are full again. They equal those of machines never seen. */
  function forgetResting(time: number): void {
    for (const [machine, { running, credit, at }] of accounts) {
      if (running === 0 && credit + ((time - at) / 1000) * bytesPerSecond >= burst) accounts.delete(machine);
    }
  }

  return {
    enter(machine, bytes) {
      const account = accountOf(machine);
      if (account.running >= requests) throw new Refusal(429, { error: 'too-many-requests' }, 1);
      if (account.credit < bytes) {
        const seconds = Math.ceil((bytes - account.credit) / bytesPerSecond);
        throw new Refusal(429, { error: 'too-much' }, Math.max(1, seconds));
      }
      if (held + bytes > heldBytes) throw new Refusal(503, { error: 'busy' }, 1);
      account.running += 1;
      account.credit -= bytes;
      held += bytes;
      let isRunning = true;
      return () => {
        if (!isRunning) return;
        isRunning = false;
        account.running -= 1;
        held -= bytes;
      };
    },
  };
}
