import { setTimeout as delay } from 'node:timers/promises';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { Ask } from './ask.ts';
import { AskDesk } from './asks/ask-desk.ts';
import { EventStream } from './event-stream.ts';
import { createJournal, type Journal } from './journal.ts';
import type { LiveEvent, LiveState } from './live-event.ts';
import { readInput } from './live-input.ts';
import type { LiveLink, LiveProtocol } from './live-protocol.ts';
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
} from './live-session.ts';
import { LiveTurns } from './live-turns.ts';
import type { OwnedProcess } from './process/live-process.ts';
import { sessionLink, warning } from './session-link.ts';
import { deskSettings, openedNote, type SessionParts } from './session-parts.ts';
import { SessionState } from './session-state.ts';
import { SoleReader } from './sole-reader.ts';
import { ThreadLines } from './thread-lines.ts';
import { wordsOf } from './words-of.ts';

/** A session under control: the process, its driver, what waits, and what happens, put together. */
export class ControlledSession implements LiveSession {
  readonly #parts: SessionParts;
  readonly #protocol: LiveProtocol;
  readonly #lines: ThreadLines;
  readonly #journal: Journal;
  readonly #stream: EventStream;
  readonly #desk: AskDesk;
  readonly #turns: LiveTurns;
  readonly #reader: SoleReader;
  readonly #state: SessionState;
  #process: OwnedProcess | undefined;
  #id = '';
  #file: string | undefined;
  #stderr = '';
  #closing: Promise<Closed> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { entry, start, options } = parts;
    this.#journal = createJournal(entry.name, options.dataFolder);
    this.#stream = new EventStream(() => this.#desk.readerGone());
    this.#reader = new SoleReader(this.#stream);
    this.#desk = new AskDesk({
      cwd: start.cwd,
      threadId: () => this.#id,
      emit: (event) => this.#emit(event),
      record: (entry) => this.#journal.write(entry),
      hasReader: () => this.#stream.hasReader,
      onWaiting: (isWaiting) => {
        this.#turns.waits(isWaiting);
        this.#state.waits(isWaiting);
      },
      ...deskSettings(options),
    });
    this.#turns = this.#turnsOf(options);
    this.#state = new SessionState(
      () => this.#turns.current !== undefined,
      (state) => this.#emit({ type: 'live.state', state }),
    );
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
    return this.#state.now;
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
    return this.#reader.read();
  }

  subscribe(from = 0): AsyncIterable<LiveEvent> {
    if (!Number.isSafeInteger(from) || from < 0) throw new TypeError('events are numbered from 0');
    return { [Symbol.asyncIterator]: () => this.#stream.read(from) };
  }

  /** Takes the process and greets the agent. */
  async begin(process: OwnedProcess): Promise<void> {
    this.#process = process;
    void process.exited.then(() => this.#processEnded());
    this.#state.set('starting');
    const { signal } = this.#parts.options;
    if (signal?.aborted) throw new ThreadlineError('closed', 'the signal was aborted before the session began');
    signal?.addEventListener('abort', () => void this.#shutDown('abort').catch(() => {}), { once: true });
    await this.#protocol.open();
    this.#state.settle();
  }

  takeOutput(chunk: Uint8Array): void {
    this.#turns.heard();
    if (!this.#state.isClosed) this.#lines.push(chunk);
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
    return this.#turns.send(input);
  }

  async say(input: LiveInput, how: 'steer' | 'queue' | 'either' = 'either'): Promise<Said> {
    this.#requireOpen();
    if (how !== 'steer' && how !== 'queue' && how !== 'either')
      throw new TypeError("how is 'steer', 'queue' or 'either'");
    const { text } = readInput(input);
    const said = await this.#turns.say(input, how);
    this.#journal.note({ type: 'said', text, how, delivered: said.delivered });
    this.#emit({ type: 'live.said', text, delivered: said.delivered });
    return said;
  }

  async interrupt(): Promise<Interrupted> {
    this.#requireOpen();
    return this.#turns.interrupt();
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

  #shutDown(by: 'close' | 'abort', graceMs: number = machineLimits.liveCloseGraceMs): Promise<Closed> {
    this.#closing ??= this.#end(by, graceMs);
    return this.#closing;
  }

  async #end(by: 'close' | 'abort', graceMs: number): Promise<Closed> {
    this.#desk.shut(by);
    this.#turns.dropQueued();
    const process = this.#process;
    const running = this.#turns.current;
    if (running && process && !process.hasExited && graceMs > 0) {
      process.look();
      this.#protocol.interrupt().catch(() => {});
      await Promise.race([running.done, process.exited, delay(graceMs, undefined, { ref: false })]);
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
    this.#turns.ended({ status: 'failed', error: words ? `the agent ended: ${words}` : 'the agent ended' });
    // What it left is ended too.
    void this.#shutDown('close', 0).catch(() => {});
  }

  #finish(reason: string): void {
    if (this.#state.isClosed) return;
    this.#lines.end();
    this.#protocol.gone(new ThreadlineError('closed', reason));
    this.#turns.ended({ status: 'aborted', error: reason });
    this.#turns.stopWatching();
    this.#state.set('closed');
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
    if (event.type === 'item.started') this.#turns.itemStarted(event.item.type);
    this.#emit(event);
  }

  #turnsOf({ silenceMs = machineLimits.liveSilenceMs }: LiveOptions): LiveTurns {
    const host = {
      protocol: () => this.#protocol,
      process: () => this.#process,
      desk: this.#desk,
      emit: (event: LiveEvent) => this.#emit(event),
      onChange: () => this.#state.settle(),
      isClosing: () => this.#closing !== undefined,
      isClosed: () => this.#state.isClosed,
      giveUp: () => this.#shutDown('close', 0),
    };
    return new LiveTurns(host, silenceMs);
  }

  #link(): LiveLink {
    return sessionLink({
      write: (frame) => this.#write(JSON.stringify(frame), this.#protocol.tells?.(frame) === true),
      lines: () => this.#lines,
      desk: this.#desk,
      turns: this.#turns,
      emit: (event) => this.#emit(event),
      identified: (id, file) => {
        this.#file = file ?? this.#file;
        this.#identified(id);
      },
      giveUp: () => this.#shutDown('close', 0),
    });
  }

  warn(message: string, file?: string): void {
    this.#emit(warning(message, file));
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
    this.#journal.identify(id);
    this.#journal.note(openedNote(this.#parts, id, this.#process?.mark));
  }

  #emit(event: LiveEvent): void {
    this.#stream.push(event);
  }

  #requireOpen(): void {
    if (this.#closing || this.#state.isClosed) throw new ThreadlineError('closed', 'the session is closed');
  }
}
