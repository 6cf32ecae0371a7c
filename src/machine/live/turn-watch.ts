import { createPausableTimer, type PausableTimer } from '../run/process/pausable-timer.ts';

/** Notices a turn that says nothing for long. While somebody is asked, nobody has to. */
export class TurnWatch {
  /** True once the turn used a tool. */
  hasTool = false;
  readonly #silenceMs: number;
  readonly #onSilence: (silentMs: number) => void;
  #timer: PausableTimer | undefined;

  constructor(silenceMs: number, onSilence: (silentMs: number) => void) {
    this.#silenceMs = silenceMs;
    this.#onSilence = onSilence;
  }

  start(): void {
    this.hasTool = false;
    this.#begin();
  }

  /** The agent said something. */
  heard(): void {
    if (this.#timer) this.#timer.restart();
  }

  pause(): void {
    this.#timer?.pause();
  }

  resume(): void {
    this.#timer?.resume();
    this.#timer?.restart();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #begin(): void {
    this.#timer?.cancel();
    this.#timer = createPausableTimer(this.#silenceMs, () => this.#stalled());
    this.#timer.restart();
  }

  /** A timer fires once. The next word begins another silence. */
  #stalled(): void {
    this.#onSilence(this.#silenceMs);
    const { pause, resume, cancel } = createPausableTimer(undefined, () => {});
    this.#timer = { restart: () => this.#begin(), pause, resume, cancel };
  }
}
