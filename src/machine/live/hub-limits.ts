import type { LiveEvent } from './live-event.ts';

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
  /** Tokens of earlier turns, where the agent counts each turn by itself. */
  #before = 0;
  #model: string | undefined;

  constructor(limits: HubLimits, onLimit: (why: string) => void) {
    this.#limits = limits;
    this.#onLimit = onLimit;
  }

  add(event: LiveEvent): void {
    switch (event.type) {
      case 'thread.started':
        this.#model = event.model ?? this.#model;
        return;
      case 'live.state':
        this.#clock(event.state);
        return;
      case 'token_count':
        this.#count(event.input_tokens ?? 0, event.output_tokens ?? 0);
        return;
      case 'turn.completed':
      case 'turn.failed': {
        const { turn_usage: used } = event;
        if (!used) return;
        this.#before += (used.input_tokens ?? 0) + (used.output_tokens ?? 0);
        this.#count(this.#before, 0);
      }
    }
  }

  /** The time that a person thinks is not the agent's. */
  #clock(state: string): void {
    const { turnMs } = this.#limits;
    if (turnMs === undefined) return;
    if (state === 'idle' || state === 'closed') {
      clearTimeout(this.#timer);
      this.#leftMs = turnMs;
      this.#isOver = false;
    } else if (state === 'running') {
      this.#since = performance.now();
      this.#timer = setTimeout(() => this.#reached('the turn took too long'), Math.max(0, this.#leftMs || turnMs));
    } else if (state === 'waiting') {
      clearTimeout(this.#timer);
      this.#leftMs = Math.max(1, (this.#leftMs || turnMs) - (performance.now() - this.#since));
    }
  }

  #count(input: number, output: number): void {
    const { tokens, usd, price } = this.#limits;
    if (tokens !== undefined && input + output > tokens) this.#reached(`more than ${tokens} tokens were used`);
    if (usd === undefined || !price) return;
    const spent = price({ input, output, ...(this.#model !== undefined && { model: this.#model }) });
    if (spent > usd) this.#reached(`more than ${usd} dollars were spent`);
  }

  #reached(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onLimit(why);
  }
}
