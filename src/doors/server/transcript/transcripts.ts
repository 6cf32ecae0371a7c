import type { UnifiedMessage } from '../../../core/messages/message.ts';
import type { ItemEvent } from '../../../core/thread/event.ts';
import type { ThreadItem } from '../../../core/thread/item.ts';
import { type AgentStore, normaliseId } from '../../../machine/sessions/store.ts';
import type { Row } from '../api-types.ts';
import { indexKey } from '../listed-head.ts';
import { createHeldRows } from './held-rows.ts';
import { createRowFold, type RowFold } from './row-fold.ts';
import type { SourceChange, ViewedSource } from './viewed-source.ts';

/** An open session: its rows, and news of them as its file grows. */
export interface Transcript {
  readonly rows: readonly Row[];
  readonly lastLine: number;
  /** The number of the reading that the rows come from. Rows of two readings must not be mixed. */
  readonly reading: number;
  /** Resolves when the file was read to its end for the first time. Rejects if it cannot be read. */
  readonly ready: Promise<void>;
  /** Calls back with rows that are new or changed, and when all were dropped. Returns the unsubscribe function. */
  subscribe(listener: TranscriptListener): () => void;
}

export interface TranscriptListener {
  rows(rows: Row[]): void;
  reset(reason: string): void;
}

/** A message with its item. */
export interface FoundMessage {
  message: UnifiedMessage;
  item: ThreadItem | undefined;
}

/** The open sessions, each read once for all tabs. */
export interface Transcripts {
  /** `agent` is the session's agent. */
  open(source: ViewedSource, agent: string): Transcript;
  /** The whole message of a row, read again up to the row's last line; undefined if the row is not a message. */
  findMessage(source: ViewedSource, row: Pick<Row, 'row' | 'lines'>): Promise<FoundMessage | undefined>;
  /** The first wanted picture, as base64. The session is read again up to it. */
  findPicture(source: ViewedSource, isWanted: (data: string) => boolean): Promise<string | undefined>;
  close(): void;
}

export interface TranscriptsOptions {
  agents: readonly AgentStore[];
  /** The longest text of a row, in bytes. */
  maxTextBytes?: number;
  /** The time for which an unused session stays open. */
  idleMs?: number;
  /** The time for which news is gathered before it is sent. */
  batchMs?: number;
}

const MAX_TEXT_BYTES = 64 * 1024;
const IDLE_MS = 60_000;
const BATCH_MS = 250;
/** The most open sessions. Beyond that the least recently used one is closed. */
const MAX_OPEN = 32;
/** While a file is read again for one message, little else of it is held. */
const REREAD_HELD_BYTES = 1024 * 1024;

export function createTranscripts(options: TranscriptsOptions): Transcripts {
  const { agents, maxTextBytes = MAX_TEXT_BYTES, idleMs = IDLE_MS, batchMs = BATCH_MS } = options;
  const opened = new Map<string, ReturnType<typeof openTranscript>>();
  // Not from 0: a page outlives the server, and must not mistake the next server's readings for those of this one.
  let readings = Date.now();

  function open(source: ViewedSource, agent: string): Transcript {
    const { id } = source;
    const known = opened.get(id) ?? openTranscript(source, agent);
    // The last entry of the map is the most recently used.
    opened.delete(id);
    opened.set(id, known);
    known.touch();
    for (const [oldest, transcript] of opened) {
      if (opened.size <= MAX_OPEN) break;
      if (transcript.listeners.size === 0) drop(oldest);
    }
    return known;
  }

  function drop(id: string): void {
    opened.get(id)?.stop();
    opened.delete(id);
  }

  function openTranscript(source: ViewedSource, agent: string) {
    const { id } = source;
    const stopped = new AbortController();
    const listeners = new Set<TranscriptListener>();
    const childOf = childFinder(agents, agent);
    let fold = createRowFold({ maxTextBytes, childOf });
    let reading = readings++;
    let told = new Set<Row>();
    const held = createHeldRows({
      readAll,
      settled: () => fold.rows,
      onRows(rows) {
        for (const listener of listeners) listener.rows([...rows]);
      },
    });
    let batch: NodeJS.Timeout | undefined;
    let idle: NodeJS.Timeout | undefined;
    let resolve = () => {};
    let reject: (error: unknown) => void = () => {};
    const ready = new Promise<void>((succeed, fail) => {
      resolve = succeed;
      reject = fail;
    });
    // Those who wait for it get the error. It is no fault if nobody does.
    ready.catch(() => {});
    follow().catch((error: unknown) => {
      drop(id);
      reject(error);
    });

    async function follow(): Promise<void> {
      for await (const change of source.follow(stopped.signal)) take(change);
    }

    function take(change: SourceChange): void {
      if (change.kind === 'reset') {
        fold = createRowFold({ maxTextBytes, childOf });
        held.drop();
        reading = readings++;
        told = new Set();
        for (const listener of listeners) listener.reset(change.reason);
        return;
      }
      for (const outcome of change.outcomes) {
        const touched = [...fold.push(outcome)];
        for (const row of touched) told.add(row);
        held.note(outcome, touched.length > 0);
      }
      held.settle();
      if (change.isCurrent) {
        resolve();
        held.wait();
      }
      batch ??= setTimeout(tell, batchMs);
    }

    async function readAll(): Promise<readonly Row[]> {
      const whole = createRowFold({ maxTextBytes, childOf });
      for await (const outcomes of source.read()) for (const outcome of outcomes) whole.push(outcome);
      whole.end();
      return whole.rows;
    }

    function tell(): void {
      batch = undefined;
      const rows = [...told].sort((a, b) => a.row - b.row);
      told = new Set();
      if (rows.length > 0) for (const listener of listeners) listener.rows(rows);
    }

    function touch(): void {
      clearTimeout(idle);
      idle = setTimeout(() => {
        if (listeners.size === 0) drop(id);
        else touch();
      }, idleMs);
      idle.unref();
    }

    return {
      listeners,
      touch,
      ready,
      get rows() {
        return held.rows.length === 0 ? fold.rows : [...fold.rows, ...held.rows];
      },
      get lastLine() {
        return fold.lastLine;
      },
      get reading() {
        return reading;
      },
      subscribe(listener: TranscriptListener) {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          touch();
        };
      },
      stop() {
        stopped.abort();
        held.drop();
        clearTimeout(batch);
        clearTimeout(idle);
      },
    };
  }

  /** Reads a session again, a line at a time, until the caller stops. */
  async function* messagesOf(source: ViewedSource): AsyncGenerator<ReadLine> {
    let told: ReadLine['messages'] = [];
    const fold: RowFold = createRowFold({
      maxTextBytes: 0,
      heldBytes: REREAD_HELD_BYTES,
      onMessage: (row, message, item) => told.push({ row: row.row, message, item }),
    });
    for await (const outcomes of source.read()) {
      for (const outcome of outcomes) {
        fold.push(outcome);
        yield { line: outcome.line, messages: told };
        told = [];
      }
    }
    fold.end();
    yield { line: Number.POSITIVE_INFINITY, messages: told };
  }

  async function findMessage(
    source: ViewedSource,
    { row, lines }: Pick<Row, 'row' | 'lines'>,
  ): Promise<FoundMessage | undefined> {
    let found: FoundMessage | undefined;
    for await (const { line, messages } of messagesOf(source)) {
      found = messages.findLast((told) => told.row === row) ?? found;
      // Content that is held back of a line comes with a later one.
      if (found && line > lines[1]) break;
    }
    return found;
  }

  async function findPicture(source: ViewedSource, isWanted: (data: string) => boolean): Promise<string | undefined> {
    for await (const { messages } of messagesOf(source)) {
      for (const block of messages.flatMap(({ message }) => message.content)) {
        if (block.type === 'image' && block.source.type === 'base64' && isWanted(block.source.data)) {
          return block.source.data;
        }
      }
    }
    return undefined;
  }

  return {
    open,
    findMessage,
    findPicture,
    close() {
      for (const id of [...opened.keys()]) drop(id);
    },
  };
}

/** The result of one line of a session. */
interface ReadLine {
  line: number;
  messages: (FoundMessage & { row: number })[];
}

/** Finds the sessions that calls started, by the agent's store. */
function childFinder(agents: readonly AgentStore[], name: string): (event: ItemEvent) => string | undefined {
  const store = agents.find((agent) => agent.name === name)?.store;
  return (event) => {
    const [id] = store?.startedThreads?.(event) ?? [];
    return id === undefined ? undefined : indexKey(name, normaliseId(id));
  };
}
