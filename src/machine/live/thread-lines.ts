import { StringDecoder } from 'node:string_decoder';
import type { AgentName, ThreadEvent } from '../../core/thread/event.ts';
import { createEventReader, type EventReader } from '../../core/wires/event-reader.ts';
import type { AgentLine, LiveProtocol } from './live-protocol.ts';
import { wordsOf } from './words-of.ts';

/** What is done with the lines of an agent. */
export interface ThreadLinesOptions {
  protocol: LiveProtocol;
  agent: AgentName;
  /** The id of the session, once it is known. */
  threadId(): string;
  onEvent(event: ThreadEvent): void;
  onThread(id: string): void;
  warn(message: string): void;
}

/** The agent's bytes as lines: each is read into events first, and then taken by the driver. */
export class ThreadLines {
  /** While the agent tells what was before, its lines are no events. */
  isReplaying = false;
  readonly #options: ThreadLinesOptions;
  readonly #reader: EventReader;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #threadIsTold = false;
  /** The turn that the wire says is open. */
  #turnId: string | undefined;

  constructor(options: ThreadLinesOptions) {
    this.#options = options;
    this.#reader = createEventReader({ wire: options.protocol.wire, agent: options.agent });
  }

  push(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
  }

  /** Reads a line that is not the agent's own: it does not repeat prompts. */
  read(line: string): void {
    for (const outcome of this.#reader.push(`${line}\n`)) {
      if (outcome.ok) for (const event of outcome.events) this.#tell(event);
      else this.#options.warn(`a line of the agent cannot be read: ${outcome.error.message}`);
    }
  }

  /** Takes what was held back. A turn that the wire left open is over with its process. */
  end(): void {
    if (this.#rest !== '') this.#take(this.#rest);
    for (const outcome of this.#reader.end()) if (outcome.ok) for (const event of outcome.events) this.#tell(event);
    const turnId = this.#turnId;
    if (turnId === undefined) return;
    const id = this.#options.threadId();
    const thread = id === '' ? {} : { thread_id: id };
    this.#tell({ type: 'turn.aborted', ...thread, turn_id: turnId, reason: 'the agent ended', inferred: true });
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    if (!this.isReplaying) this.read(line);
    const { protocol, warn } = this.#options;
    if (!protocol.concerns(line)) return;
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null) protocol.receive(value as AgentLine);
    } catch (error) {
      // A line that is no JSON was told of by the reader.
      if (!(error instanceof SyntaxError)) warn(wordsOf(error));
    }
  }

  #tell(event: ThreadEvent): void {
    event.timestamp ??= new Date().toISOString();
    if (event.type === 'thread.started') {
      // Some agents say it anew at every turn.
      if (this.#threadIsTold && event.thread_id === this.#options.threadId()) return;
      if (event.thread_id !== '') this.#options.onThread(event.thread_id);
      this.#threadIsTold = true;
    } else if (event.type === 'turn.started') {
      this.#turnId = event.turn_id ?? '';
    } else if (event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'turn.aborted') {
      this.#turnId = undefined;
    }
    this.#options.onEvent(event);
  }
}
