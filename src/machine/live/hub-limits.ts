import type { LiveEvent } from './live-event.ts';
import { UsedCount } from './used-count.ts';

/** What a session may use before its turn is interrupted. */
export interface HubLimits {
  /** The time of one turn, without what it waits for a person. */
  turnMs?: number | undefined;
  /** Tokens of the whole session, of all kinds, by the agent's own count. */
  tokens?: number | undefined;
  /** Dollars of the whole session. Needs `price`. */
  usd?: number | undefined;
  /** The price of what was used by now, in dollars. */
  price?: ((used: { input: number; output: number; model?: string }) => number) | undefined;
}

/** Throws a TypeError for a limit that is none. */
export function hubLimits({ turnMs, tokens, usd, price }: HubLimits): void {
  for (const limit of [turnMs, tokens, usd]) {
    if (limit !== undefined && !(Number.isFinite(limit) && limit > 0))
      throw new TypeError('a limit is a number above 0');
  }
  if (usd !== undefined && typeof price !== 'function') throw new TypeError('a limit of dollars needs a price');
}

/** Watches what a session uses. Calls back once for each limit and turn. */
export class LimitWatch {
  readonly #limits: HubLimits;
  readonly #onLimit: (why: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #leftMs = 0;
  #since = 0;
  #isOver = false;
  readonly #used = new UsedCount();

  constructor(limits: HubLimits, onLimit: (why: string) => void) {
    this.#limits = limits;
    this.#onLimit = onLimit;
  }

  add(event: LiveEvent): void {
    if (event.type === 'live.state') this.#clock(event.state);
    if (this.#used.add(event)) this.#count();
  }

  /** The time that a person thinks is not the agent's. */
  #clock(state: string): void {
    const { turnMs } = this.#limits;
    if (state === 'idle' || state === 'closed') this.#isOver = false;
    if (turnMs === undefined) return;
    if (state === 'idle' || state === 'closed') {
      clearTimeout(this.#timer);
      this.#leftMs = turnMs;
    } else if (state === 'running') {
      this.#since = performance.now();
      this.#timer = setTimeout(() => this.#reached('the turn took too long'), Math.max(0, this.#leftMs || turnMs));
    } else if (state === 'waiting') {
      clearTimeout(this.#timer);
      this.#leftMs = Math.max(1, (this.#leftMs || turnMs) - (performance.now() - this.#since));
    }
  }

  #count(): void {
    const { tokens, usd, price } = this.#limits;
    const { input, output, model } = this.#used;
    if (tokens !== undefined && input + output > tokens) this.#reached(`more than ${tokens} tokens were used`);
    if (usd === undefined || !price) return;
    const spent = price({ input, output, ...(model !== undefined && { model }) });
    if (spent > usd) this.#reached(`more than ${usd} dollars were spent`);
  }

  #reached(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onLimit(why);
  }
}
