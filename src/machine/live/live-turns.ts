import { setTimeout as delay } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { AskDesk } from './asks/ask-desk.ts';
import type { LiveEvent } from './live-event.ts';
import { readInput } from './live-input.ts';
import type { LiveProtocol } from './live-protocol.ts';
import type { Interrupted, LiveInput, Said, Turn, TurnEnd } from './live-session.ts';
import type { OwnedProcess } from './process/live-process.ts';
import { droppedTexts, type RunningTurn, SayQueue, startTurn } from './turn-queue.ts';
import { TurnWatch } from './turn-watch.ts';
import { wordsOf } from './words-of.ts';

/** What the turns of a session ask of it. */
export interface TurnHost {
  protocol(): LiveProtocol;
  process(): OwnedProcess | undefined;
  readonly desk: AskDesk;
  emit(event: LiveEvent): void;
  /** A turn began or ended: the state of the session may be another. */
  onChange(): void;
  isClosing(): boolean;
  isClosed(): boolean;
  /** Ends the session of an agent that does not end its turn. */
  giveUp(): Promise<unknown>;
}

/** The turns of a session: the one that runs, the texts that wait for its end, and the ways to end it. */
export class LiveTurns {
  readonly #host: TurnHost;
  readonly #watch: TurnWatch;
  readonly #queue = new SayQueue();
  #turn: RunningTurn | undefined;
  #interrupting: Promise<Interrupted> | undefined;

  constructor(host: TurnHost, silenceMs: number) {
    this.#host = host;
    this.#watch = new TurnWatch(silenceMs, (silent_ms) => {
      const id = this.#turn?.turn.id;
      host.emit({ type: 'turn.stalled', ...(id !== undefined && { turn_id: id }), silent_ms });
    });
  }

  /** The turn that runs. */
  get current(): Turn | undefined {
    return this.#turn?.turn;
  }

  send(input: LiveInput): Turn {
    readInput(input);
    if (this.#turn) throw new ThreadlineError('busy', 'a turn runs; say() reaches it, or waits for its end');
    return this.#begin(input);
  }

  async say(input: LiveInput, how: 'steer' | 'queue' | 'either'): Promise<Said> {
    const isSteered = how !== 'queue' && this.#host.protocol().can.steer && this.#turn !== undefined;
    if (how === 'steer' && !isSteered) throw new ThreadlineError('not-possible', 'no turn that takes text runs');
    return isSteered ? await this.#steer(input, how) : this.#enqueue(input);
  }

  interrupt(): Promise<Interrupted> {
    this.#interrupting ??= this.#interrupt().finally(() => {
      this.#interrupting = undefined;
    });
    return this.#interrupting;
  }

  /** The agent says that a turn began, or what its id is. */
  started(id: string | undefined): void {
    const running = this.#turn ?? this.#turnBegins();
    if (id !== undefined) running.turn.id = id;
  }

  ended(end: TurnEnd): void {
    const running = this.#turn;
    if (!running) return;
    this.#turn = undefined;
    this.#watch.stop();
    // What the turn still asks nobody answers any more.
    this.#host.desk.denyAll('cancel');
    running.end(end);
    this.#host.onChange();
    const next = this.#interrupting || this.#host.isClosing() ? undefined : this.#queue.next();
    if (next !== undefined) this.#begin(next);
  }

  /** The agent said something. */
  heard(): void {
    this.#watch.heard();
  }

  /** What the turn's tools start is told apart from servers that the agent started before. */
  itemStarted(type: string): void {
    if (!this.#turn) return;
    if (type === 'agent_message' || type === 'reasoning' || type === 'user_message') {
      if (!this.#watch.hasTool) this.#host.process()?.turnBegins();
    } else if (!this.#watch.hasTool) {
      this.#watch.hasTool = true;
      this.#host.process()?.toolBegins();
    }
  }

  /** Nobody has to say anything while somebody is asked. */
  waits(isWaiting: boolean): void {
    if (isWaiting) this.#watch.pause();
    else this.#watch.resume();
  }

  /** The texts that wait, for an agent that asks for them. */
  takeTexts(): string[] {
    return this.#queue.takeTexts();
  }

  /** Drops the texts that wait. */
  dropQueued(): number {
    return this.#queue.clear();
  }

  stopWatching(): void {
    this.#watch.stop();
  }

  #begin(input: LiveInput): Turn {
    const running = this.#turnBegins();
    this.#host
      .protocol()
      .prompt(input)
      .catch((error: unknown) => {
        if (this.#turn === running) this.ended({ status: 'failed', error: wordsOf(error) });
      });
    return running.turn;
  }

  #turnBegins(): RunningTurn {
    const running = startTurn();
    this.#turn = running;
    this.#host.process()?.turnBegins();
    this.#watch.start();
    this.#host.onChange();
    return running;
  }

  async #steer(input: LiveInput, how: 'steer' | 'either'): Promise<Said> {
    const protocol = this.#host.protocol();
    // An agent that asks for what waits takes it in its turn.
    if (!protocol.steer) return this.#enqueue(input, 'steered');
    try {
      return await protocol.steer(input);
    } catch (error) {
      if (how === 'steer' || this.#host.isClosed()) throw error;
      return this.#enqueue(input);
    }
  }

  #enqueue(input: LiveInput, delivered: Said['delivered'] = 'queued'): Said {
    if (!this.#turn) {
      this.#begin(input);
      return { delivered: 'queued' };
    }
    return { delivered, withdraw: this.#queue.add(input) };
  }

  /** Everything that is open is denied first: an agent would run what is allowed after it was told to stop. */
  async #interrupt(): Promise<Interrupted> {
    const running = this.#turn;
    const { desk, emit } = this.#host;
    desk.shut('cancel');
    const dropped = this.dropQueued();
    if (dropped > 0) emit({ type: 'live.warning', message: droppedTexts(dropped) });
    try {
      const process = this.#host.process();
      process?.look();
      if (running) await this.#stopTurn(running);
      const { killed = 0, left = [] } = (running && (await process?.sweepTurn())) || {};
      const id = running?.turn.id;
      return { ...(id !== undefined && { turn_id: id }), survivors: 0, killed, left };
    } finally {
      desk.reopen();
    }
  }

  async #stopTurn({ turn }: RunningTurn): Promise<void> {
    this.#host
      .protocol()
      .interrupt()
      .catch(() => {});
    const isOver = await Promise.race([
      turn.done.then(() => true),
      delay(machineLimits.liveInterruptMs, false, { ref: false }),
    ]);
    if (isOver) return;
    this.#host.emit({ type: 'live.warning', message: 'the agent did not end its turn; it is ended' });
    await this.#host.giveUp();
  }
}
