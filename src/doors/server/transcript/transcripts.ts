import { statSync } from 'node:fs';
import type { UnifiedMessage } from '../../../core/messages/message.ts';
import type { ThreadItem } from '../../../core/thread/item.ts';
import type { RowFold } from '../../../core/writers/rows/row-fold.ts';
import type { AgentStore } from '../../../machine/sessions/store.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import type { Row } from '../api-types.ts';
import { followRows, type RowsSink, readFirstRows } from './follow-rows.ts';
import { createRowThread, NoThread } from './row-thread.ts';
import { createSentRows } from './sent-rows.ts';
import type { ViewedSource } from './viewed-source.ts';

/** An open session: its rows, and news of them as its file grows. */
export interface Transcript {
  readonly rows: readonly Row[];
  readonly lastLine: number;
  /** The number of the reading that the rows come from. Rows of two readings must not be mixed. */
  readonly reading: number;
  /** Resolves when the file was read to its end for the first time. Rejects if it cannot be read. */
  readonly ready: Promise<void>;
  readonly isReady: boolean;
  /** The first rows, before the file is read to its end. The rest of the file may change them. */
  first(most: number): Promise<{ rows: readonly Row[]; lastLine: number }>;
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
  /** Files of this length or more are folded in a thread of their own. */
  threadBytes?: number;
  /** The time for which news is gathered before it is sent. */
  batchMs?: number;
}

const MAX_TEXT_BYTES = 64 * 1024;
/** Shorter files are folded before a thread is started. */
const THREAD_BYTES = 2 * 1024 * 1024;
const IDLE_MS = 60_000;
const BATCH_MS = 250;
/** The most open sessions. Beyond that the least recently used one is closed. */
const MAX_OPEN = 32;
/** While a file is read again for one message, little else of it is held. */
const REREAD_HELD_BYTES = 1024 * 1024;

export function createTranscripts(options: TranscriptsOptions): Transcripts {
  const {
    agents,
    maxTextBytes = MAX_TEXT_BYTES,
    idleMs = IDLE_MS,
    batchMs = BATCH_MS,
    threadBytes = THREAD_BYTES,
  } = options;
  const thread = createRowThread();
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
    const { signal } = stopped;
    const listeners = new Set<TranscriptListener>();
    const how = { agents, agent, maxTextBytes };
    let rows: Row[] = [];
    /** The rows after these that lines give which a reader holds back. */
    let held: readonly Row[] = [];
    let lastLine = 0;
    let reading = readings++;
    let isReady = false;
    let told = new Map<number, Row>();
    let batch: NodeJS.Timeout | undefined;
    let idle: NodeJS.Timeout | undefined;
    let resolve = () => {};
    let reject: (error: unknown) => void = () => {};
    let first: ReturnType<typeof readFirstRows> | undefined;
    const ready = new Promise<void>((succeed, fail) => {
      resolve = succeed;
      reject = fail;
    });
    // Those who wait for it get the error. It is no fault if nobody does.
    ready.catch(() => {});
    const sink: RowsSink = {
      rows(news, last, isCurrent) {
        for (const row of news) {
          rows[row.row] = row;
          told.set(row.row, row);
        }
        lastLine = last;
        if (held.length > 0) held = held.filter(({ row }) => row >= rows.length);
        if (isCurrent && !isReady) {
          isReady = true;
          first = undefined;
          resolve();
        }
        batch ??= setTimeout(tell, batchMs);
      },
      held(made) {
        held = made;
        for (const listener of listeners) listener.rows([...made]);
      },
      reset(reason) {
        rows = [];
        held = [];
        reading = readings++;
        told = new Map();
        for (const listener of listeners) listener.reset(reason);
      },
    };

    follow().catch((error: unknown) => {
      drop(id);
      reject(error);
    });

    /** A long session is folded in a thread of its own; here, if there can be none. */
    async function follow(): Promise<void> {
      const isLong = (source.path ? sizeOf(source.path) : 0) >= threadBytes;
      if (!isLong || source.path === undefined || agents !== agentStores) return followRows(source, how, sink, signal);
      try {
        await thread.follow({ path: source.path, agent, maxTextBytes }, sink, signal);
      } catch (error) {
        if (!(error instanceof NoThread) || signal.aborted) throw error;
        if (rows.length > 0) sink.reset('reread');
        await followRows(source, how, sink, signal);
      }
    }

    function tell(): void {
      batch = undefined;
      const news = [...told.values()].sort((a, b) => a.row - b.row);
      told = new Map();
      if (news.length > 0) for (const listener of listeners) listener.rows(news);
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
      get isReady() {
        return isReady;
      },
      first: (most: number) => {
        first ??= readFirstRows(source, how, most);
        return first;
      },
      get rows() {
        return held.length === 0 ? rows : [...rows, ...held];
      },
      get lastLine() {
        return lastLine;
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
        clearTimeout(batch);
        clearTimeout(idle);
      },
    };
  }

  /** Reads a session again, a line at a time, until the caller stops. */
  async function* messagesOf(source: ViewedSource): AsyncGenerator<ReadLine> {
    let told: ReadLine['messages'] = [];
    const fold: RowFold = createSentRows({
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
      thread.close();
    },
  };
}

/** The result of one line of a session. */
interface ReadLine {
  line: number;
  messages: (FoundMessage & { row: number })[];
}

/** Bytes; 0 for a session that is no file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
