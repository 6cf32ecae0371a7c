import { setTimeout as delay } from 'node:timers/promises';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { LiveEntry } from './agents/live-entry.ts';
import type { Ask } from './ask.ts';
import { AskDesk } from './asks/ask-desk.ts';
import { EventStream } from './event-stream.ts';
import { createJournal, type Journal } from './journal.ts';
import type { LiveEvent, LiveState } from './live-event.ts';
import { readInput } from './live-input.ts';
import type { LiveLink, LiveProtocol, LiveStart } from './live-protocol.ts';
import type {
  Abilities,
  Closed,
  Interrupted,
  LiveInput,
  LiveMode,
  LiveOptions,
  LiveSession,
  Said,
  Turn,
  TurnEnd,
} from './live-session.ts';
import type { OwnedProcess } from './process/live-process.ts';
import { ThreadLines } from './thread-lines.ts';
import { type RunningTurn, SayQueue, startTurn } from './turn-queue.ts';
import { TurnWatch } from './turn-watch.ts';

/** What the opening of a session gives it. */
export interface SessionParts {
  entry: LiveEntry;
  start: LiveStart;
  options: LiveOptions;
  /** The session has an id: its lock is taken then. Throws if another holds it. */
  onIdentified(id: string): void;
  /** The session is over: its lock and its note are given back. */
  onClosed(): void;
}

/** A session under control: the process, its driver, what waits, and what happens, put together. */
export class ControlledSession implements LiveSession {
  readonly #parts: SessionParts;
  readonly #protocol: LiveProtocol;
  readonly #lines: ThreadLines;
  readonly #journal: Journal;
  readonly #stream: EventStream;
  readonly #desk: AskDesk;
  readonly #watch: TurnWatch;
  readonly #queue = new SayQueue();
  #process: OwnedProcess | undefined;
  #id = '';
  #file: string | undefined;
  #state: LiveState = 'starting';
  #turn: RunningTurn | undefined;
  #stderr = '';
  #isWaiting = false;
  #cursor = 0;
  #isRead = false;
  #interrupting: Promise<Interrupted> | undefined;
  #closing: Promise<Closed> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { entry, start, options } = parts;
    this.#journal = createJournal(entry.name, options.dataFolder);
    this.#stream = new EventStream(() => this.#desk.readerGone());
    this.#desk = new AskDesk({
      cwd: start.cwd,
      threadId: () => this.#id,
      emit: (event) => this.#emit(event),
      record: (entry) => this.#journal.write(entry),
      hasReader: () => this.#stream.hasReader,
      onWaiting: (isWaiting) => this.#waits(isWaiting),
      policy: options.policy,
      policyMs: options.policyMs ?? machineLimits.livePolicyMs,
      approvalMs: options.approvalMs,
      readerGraceMs: options.readerGraceMs ?? machineLimits.liveReaderGraceMs,
    });
    this.#watch = new TurnWatch(options.silenceMs ?? machineLimits.liveSilenceMs, (silent_ms) => {
      const id = this.#turn?.turn.id;
      this.#emit({ type: 'turn.stalled', ...(id !== undefined && { turn_id: id }), silent_ms });
    });
    this.#protocol = entry.protocol(this.#link(), start);
    this.#lines = new ThreadLines({
      protocol: this.#protocol,
      agent: entry.name,
      threadId: () => this.#id,
      onEvent: (event) => this.#told(event),
      onThread: (id) => this.#identified(id),
      warn: (message) => this.warn(message),
    });
  }

  get id(): string {
    return this.#id;
  }

  get file(): string | undefined {
    return this.#file;
  }

  get state(): LiveState {
    return this.#state;
  }

  get can(): Abilities {
    return this.#protocol.can;
  }

  get open(): readonly Ask[] {
    return this.#desk.open;
  }

  get eventCount(): number {
    return this.#stream.length;
  }

  /** For a hub, which reads for others. */
  get stream(): EventStream {
    return this.#stream;
  }

  [Symbol.asyncIterator](): AsyncIterator<LiveEvent> {
    if (this.#isRead) throw new TypeError('a session has one reader; subscribe() is for more');
    this.#isRead = true;
    const iterator = this.#stream.read(this.#cursor, (index) => {
      this.#cursor = index;
    });
    const release = async () => {
      this.#isRead = false;
      return (await iterator.return?.()) ?? { done: true as const, value: undefined };
    };
    const next = async () => {
      const result = await iterator.next();
      if (result.done) this.#isRead = false;
      return result;
    };
    return { next, return: release, throw: release };
  }

  subscribe(from = 0): AsyncIterable<LiveEvent> {
    if (!Number.isSafeInteger(from) || from < 0) throw new TypeError('events are numbered from 0');
    return { [Symbol.asyncIterator]: () => this.#stream.read(from) };
  }

  /** Takes the process and greets the agent. */
  async begin(process: OwnedProcess): Promise<void> {
    this.#process = process;
    void process.exited.then(() => this.#processEnded());
    this.#setState('starting');
    const { signal } = this.#parts.options;
    if (signal?.aborted) throw new ThreadlineError('closed', 'the signal was aborted before the session began');
    signal?.addEventListener('abort', () => void this.#shutDown('abort').catch(() => {}), { once: true });
    await this.#protocol.open();
    this.#settle();
  }

  takeOutput(chunk: Uint8Array): void {
    this.#watch.heard();
    if (this.#state !== 'closed') this.#lines.push(chunk);
  }

  takeErrors(chunk: Uint8Array): void {
    this.#stderr = (this.#stderr + Buffer.from(chunk).toString('utf8')).slice(-machineLimits.maxLiveStderr);
  }

  /** The last words of the agent's stderr, for the message of a session that could not begin. */
  get lastWords(): string {
    return this.#stderr.trim();
  }

  send(input: LiveInput): Turn {
    this.#requireOpen();
    readInput(input);
    if (this.#turn) throw new ThreadlineError('busy', 'a turn runs; say() reaches it, or waits for its end');
    return this.#begin(input);
  }

  async say(input: LiveInput, how: 'steer' | 'queue' | 'either' = 'either'): Promise<Said> {
    this.#requireOpen();
    if (how !== 'steer' && how !== 'queue' && how !== 'either')
      throw new TypeError("how is 'steer', 'queue' or 'either'");
    const { text } = readInput(input);
    const isSteered = how !== 'queue' && this.can.steer && this.#turn !== undefined;
    if (how === 'steer' && !isSteered) throw new ThreadlineError('not-possible', 'no turn that takes text runs');
    const said = isSteered ? await this.#steer(input, how) : this.#enqueue(input);
    this.#journal.note({ type: 'said', text, how, delivered: said.delivered });
    this.#emit({ type: 'live.said', text, delivered: said.delivered });
    return said;
  }

  async interrupt(): Promise<Interrupted> {
    this.#requireOpen();
    this.#interrupting ??= this.#interrupt().finally(() => {
      this.#interrupting = undefined;
    });
    return this.#interrupting;
  }

  async setModel(model: string): Promise<void> {
    this.#requireOpen();
    if (typeof model !== 'string' || model === '') throw new TypeError('a model is a name that is not empty');
    await this.#protocol.setModel(model);
  }

  async setMode(mode: LiveMode): Promise<void> {
    this.#requireOpen();
    await this.#protocol.setMode(mode);
  }

  close({ graceMs = machineLimits.liveCloseGraceMs }: { graceMs?: number } = {}): Promise<Closed> {
    return this.#shutDown('close', graceMs);
  }

  #begin(input: LiveInput): Turn {
    const running = this.#turnBegins();
    this.#protocol.prompt(input).catch((error: unknown) => {
      if (this.#turn === running) this.#turnEnds({ status: 'failed', error: wordsOf(error) });
    });
    return running.turn;
  }

  #turnBegins(): RunningTurn {
    const running = startTurn();
    this.#turn = running;
    this.#process?.turnBegins();
    this.#watch.start();
    this.#settle();
    return running;
  }

  #turnEnds(end: TurnEnd): void {
    const running = this.#turn;
    if (!running) return;
    this.#turn = undefined;
    this.#watch.stop();
    // What the turn still asks nobody answers any more.
    this.#desk.denyAll('cancel');
    running.end(end);
    this.#settle();
    const next = this.#interrupting || this.#closing ? undefined : this.#queue.next();
    if (next !== undefined) this.#begin(next);
  }

  async #steer(input: LiveInput, how: 'steer' | 'either'): Promise<Said> {
    const { steer } = this.#protocol;
    // An agent that asks for what waits takes it in its turn.
    if (!steer) return this.#enqueue(input, 'steered');
    try {
      return await steer.call(this.#protocol, input);
    } catch (error) {
      if (how === 'steer' || this.#state === 'closed') throw error;
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
    this.#desk.shut('cancel');
    const dropped = this.#queue.clear();
    if (dropped > 0) this.#emit({ type: 'live.warning', message: `${dropped} texts that waited were dropped` });
    try {
      this.#process?.look();
      if (running) await this.#stopTurn(running);
      const { killed = 0, left = [] } = (running && (await this.#process?.sweepTurn())) || {};
      const id = running?.turn.id;
      return { ...(id !== undefined && { turn_id: id }), survivors: 0, killed, left };
    } finally {
      this.#desk.reopen();
    }
  }

  async #stopTurn({ turn }: RunningTurn): Promise<void> {
    this.#protocol.interrupt().catch(() => {});
    const isOver = await Promise.race([
      turn.done.then(() => true),
      delay(machineLimits.liveInterruptMs, false, { ref: false }),
    ]);
    if (isOver) return;
    this.#emit({ type: 'live.warning', message: 'the agent did not end its turn; it is ended' });
    await this.#shutDown('close', 0);
  }

  #shutDown(by: 'close' | 'abort', graceMs: number = machineLimits.liveCloseGraceMs): Promise<Closed> {
    this.#closing ??= this.#end(by, graceMs);
    return this.#closing;
  }

  async #end(by: 'close' | 'abort', graceMs: number): Promise<Closed> {
    this.#desk.shut(by);
    this.#queue.clear();
    const process = this.#process;
    const running = this.#turn;
    if (running && process && !process.hasExited && graceMs > 0) {
      process.look();
      this.#protocol.interrupt().catch(() => {});
      await Promise.race([running.turn.done, process.exited, delay(graceMs, undefined, { ref: false })]);
    }
    const ended = await process?.end(graceMs);
    this.#finish('the session was closed');
    const { exitCode = null, signal = null, killed = 0 } = ended ?? {};
    return { exit_code: exitCode, signal, survivors: 0, killed };
  }

  /** The process ended by itself, or was ended: nothing can be answered any more. */
  #processEnded(): void {
    if (this.#closing) return;
    const words = this.lastWords.split('\n').at(-1);
    this.#desk.denyAll('agent', false);
    this.#turnEnds({ status: 'failed', error: words ? `the agent ended: ${words}` : 'the agent ended' });
    // What it left is ended too.
    void this.#shutDown('close', 0).catch(() => {});
  }

  #finish(reason: string): void {
    if (this.#state === 'closed') return;
    this.#lines.end();
    this.#protocol.gone(new ThreadlineError('closed', reason));
    this.#turnEnds({ status: 'aborted', error: reason });
    this.#watch.stop();
    this.#setState('closed');
    this.#journal.note({ type: 'closed' });
    this.#journal.close();
    this.#stream.end();
    this.#parts.onClosed();
  }

  #write(line: string, isTold: boolean): void {
    if (isTold) this.#lines.read(line);
    this.#process?.write(`${line}\n`);
  }

  #told(event: ThreadEvent): void {
    if (event.type === 'item.started' && this.#turn) this.#watchItem(event.item.type);
    this.#emit(event);
  }

  /** What the turn's tools start is told apart from servers that the agent started before. */
  #watchItem(type: string): void {
    if (type === 'agent_message' || type === 'reasoning' || type === 'user_message') {
      if (!this.#watch.hasTool) this.#process?.turnBegins();
    } else if (!this.#watch.hasTool) {
      this.#watch.hasTool = true;
      this.#process?.toolBegins();
    }
  }

  #link(): LiveLink {
    return {
      write: (frame) => this.#write(JSON.stringify(frame), this.#protocol.tells?.(frame) === true),
      approval: (request) => this.#desk.approval(request),
      question: (request) => this.#desk.question(request),
      withdrawn: (key) => this.#desk.withdrawn(key),
      turnStarted: (id) => {
        const running = this.#turn ?? this.#turnBegins();
        if (id !== undefined) running.turn.id = id;
      },
      turnEnded: (end) => this.#turnEnds(end),
      identified: (id, file) => {
        this.#file = file ?? this.#file;
        this.#identified(id);
      },
      mode: (mode, model) => this.#emit({ type: 'live.mode', mode, ...(model !== undefined && { model }) }),
      warn: (message, file) => this.warn(message, file),
      error: (message) => this.#emit({ type: 'error', message, timestamp: new Date().toISOString() }),
      abandon: (reason) => {
        this.warn(`the session is closed: ${reason}`);
        void this.#shutDown('close', 0).catch(() => {});
      },
      takeQueued: () => this.#queue.takeTexts(),
      replaying: async (action) => {
        this.#lines.isReplaying = true;
        try {
          return await action();
        } finally {
          this.#lines.isReplaying = false;
        }
      },
    };
  }

  warn(message: string, file?: string): void {
    this.#emit({ type: 'live.warning', message, ...(file !== undefined && { file }) });
  }

  #identified(id: string): void {
    if (this.#id !== '' || id === '') return;
    try {
      this.#parts.onIdentified(id);
    } catch (error) {
      this.warn(wordsOf(error));
      void this.#shutDown('close', 0).catch(() => {});
      return;
    }
    this.#id = id;
    const { entry, start } = this.#parts;
    this.#journal.identify(id);
    this.#journal.note({
      type: 'opened',
      agent: entry.name,
      id,
      cwd: start.cwd,
      mode: start.mode,
      mark: this.#process?.mark,
    });
  }

  #waits(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    if (isWaiting) this.#watch.pause();
    else this.#watch.resume();
    this.#settle();
  }

  #settle(): void {
    if (this.#state === 'closed') return;
    this.#setState(this.#isWaiting ? 'waiting' : this.#turn ? 'running' : 'idle');
  }

  #setState(state: LiveState): void {
    if (this.#state === state && state !== 'starting') return;
    this.#state = state;
    this.#emit({ type: 'live.state', state });
  }

  #emit(event: LiveEvent): void {
    this.#stream.push(event);
  }

  #requireOpen(): void {
    if (this.#closing || this.#state === 'closed') throw new ThreadlineError('closed', 'the session is closed');
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
