import type { LiveState } from './live-event.ts';

/** Where a session stands. `closed` is the end of it. */
export class SessionState {
  readonly #onChange: (state: LiveState) => void;
  readonly #hasTurn: () => boolean;
  #state: LiveState = 'starting';
  #isWaiting = false;

  constructor(hasTurn: () => boolean, onChange: (state: LiveState) => void) {
    this.#hasTurn = hasTurn;
    this.#onChange = onChange;
  }

  get now(): LiveState {
    return this.#state;
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  /** Somebody is asked, or nobody any more. */
  waits(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    this.settle();
  }

  /** Takes the state that follows from what runs and waits. */
  settle(): void {
    if (!this.isClosed) this.set(this.#isWaiting ? 'waiting' : this.#hasTurn() ? 'running' : 'idle');
  }

  set(state: LiveState): void {
    if (this.#state === state && state !== 'starting') return;
    this.#state = state;
    this.#onChange(state);
  }
}
