import { Refusal } from './refusal.ts';

/** What one token, and all together, may take up at a time. */
export interface BoundOptions {
  /** Requests of one token that run at once. */
  requests?: number;
  /** Bytes that one token may send in a second, on average, and so many at once. */
  bytesPerSecond?: number;
  burstBytes?: number;
  /** Bytes of bodies that are held at once, of all tokens. */
  heldBytes?: number;
}

export interface Bounds {
  /** Lets a request in until its result is called, or refuses it: 429 for a busy token, 503 where too much is held. */
  enter(token: string, bytes: number): () => void;
}

interface Account {
  running: number;
  /** What may be sent now, and when that was so. */
  credit: number;
  at: number;
}

/** As many accounts are looked through to forget those that are at rest. */
const MANY_ACCOUNTS = 1024;

/** Counts in this process alone: two gateways let through twice as much. `now`: milliseconds that only go forward. */
export function createBounds(options: BoundOptions = {}, now: () => number = () => performance.now()): Bounds {
  const { requests = 16, bytesPerSecond = 16 * 2 ** 20, heldBytes = 128 * 2 ** 20 } = options;
  const burst = options.burstBytes ?? 4 * bytesPerSecond;
  const accounts = new Map<string, Account>();
  let held = 0;

  function accountOf(token: string): Account {
    const time = now();
    const account = accounts.get(token) ?? { running: 0, credit: burst, at: time };
    account.credit = Math.min(burst, account.credit + ((time - account.at) / 1000) * bytesPerSecond);
    account.at = time;
    if (accounts.size >= MANY_ACCOUNTS && !accounts.has(token)) forgetResting(time);
    accounts.set(token, account);
    return account;
  }

  /** An account that is full again is that of a token which was never seen. */
  function forgetResting(time: number): void {
    for (const [token, { running, credit, at }] of accounts) {
      if (running === 0 && credit + ((time - at) / 1000) * bytesPerSecond >= burst) accounts.delete(token);
    }
  }

  return {
    enter(token, bytes) {
      const account = accountOf(token);
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
