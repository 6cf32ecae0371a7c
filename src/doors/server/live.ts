import type { ServerResponse } from 'node:http';
import type { ApiIndexState, Row, SessionHead } from './api-types.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { hideInRow } from './hide-secrets.ts';
import type { Query } from './query.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';
import type { SourceOf } from './source-of.ts';
import type { Transcript, Transcripts } from './transcript/transcripts.ts';

/** All tabs that listen. */
export interface Live {
  /** Adds a tab; false if there are already as many as allowed. */
  listen(query: Query, lastEventId: string | undefined, response: ServerResponse): boolean;
  /** Tells tabs with the list that a session changed. Changes are gathered for a moment. */
  changed(key: string): void;
  /** Tells them the state of the index. */
  indexChanged(): void;
  close(): void;
}

export interface LiveOptions {
  /** Asks whether a session that was listed may still be seen. Without it all may. */
  isSeen?: ((entry: SessionEntry) => Promise<boolean>) | undefined;
  index: SessionIndex;
  transcripts: Transcripts;
  sourceOf: SourceOf;
  indexState(): ApiIndexState;
  /** Resolves when every session is in the index. */
  filled(): Promise<void>;
  /** Tells a tab of the agents that run here. */
  followRuns?: ((stream: EventStream, runId: string | undefined) => () => void) | undefined;
}

const MAX_CLIENTS = 16;
const LIST_BATCH_MS = 250;
/** The most rows in one event. */
const MAX_ROWS_AT_ONCE = 50;

/** The position of a tab: it has all rows up to a line of one reading of the file. */
interface StreamPlace {
  line: number;
  reading: number | undefined;
}

/** Parses `<line>.<reading>`, or a line alone, from a tab that has nothing yet. */
function streamPlace(text: string): StreamPlace {
  const [, line = '0', reading] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  return { line: Number(line), reading: reading === undefined ? undefined : Number(reading) };
}

function partsOf(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let start = 0; start < rows.length; start += MAX_ROWS_AT_ONCE) {
    parts.push(rows.slice(start, start + MAX_ROWS_AT_ONCE));
  }
  return parts;
}

export function createLive({
  isSeen,
  index,
  transcripts,
  sourceOf,
  indexState,
  filled,
  followRuns,
}: LiveOptions): Live {
  const streams = new Set<EventStream>();
  const lists = new Set<EventStream>();
  let changedKeys = new Set<string>();
  /** By session, the number of started agents that was last sent. */
  const toldChildren = new Map<string, number>();
  let batch: NodeJS.Timeout | undefined;

  function listen(query: Query, lastEventId: string | undefined, response: ServerResponse): boolean {
    if (streams.size >= MAX_CLIENTS) return false;
    const leave: (() => void)[] = [];
    const stream = createEventStream(response, {
      onClose() {
        streams.delete(stream);
        lists.delete(stream);
        for (const end of leave) end();
      },
    });
    streams.add(stream);
    if (query.flag('list')) lists.add(stream);
    if (followRuns) leave.push(followRuns(stream, query.text('run')));
    const key = query.text('session');
    const after = streamPlace(lastEventId ?? query.text('after') ?? '');
    const follow = async () => {
      const entry = key === undefined ? undefined : index.get(key);
      if ((entry?.path ?? entry?.stored) === undefined || !entry) return;
      if (isSeen && !(await isSeen(entry).catch(() => false))) return;
      if (stream.isClosed) return;
      leave.push(followSession(stream, entry.key, transcripts.open(sourceOf(entry), entry.head.agent), after));
    };
    if (key === undefined || index.get(key)) void follow();
    else void filled().then(follow);
    return true;
  }

  /** Sends first everything that lines after the tab's line have touched, then what comes. */
  function followSession(stream: EventStream, key: string, transcript: Transcript, after: StreamPlace): () => void {
    let isCaughtUp = false;
    /** All rows up to this line were sent. */
    let sentLine = 0;

    /** Only the last event says that the line is reached, so a stream that is cut before it leaves no gap. */
    function send(rows: readonly Row[], line?: number): void {
      if (line !== undefined) sentLine = line;
      const { reading } = transcript;
      const data = { session: key, rows: rows.map(hideInRow), total: transcript.rows.length, last: sentLine, reading };
      stream.send({ event: 'rows', data }, `${sentLine}.${reading}`);
    }

    function reset(reason: string): void {
      sentLine = 0;
      stream.send({ event: 'reset', data: { session: key, reason } });
    }

    /** Sends a possibly long backlog as fast as it is read, and what comes meanwhile after it. */
    async function catchUp(): Promise<void> {
      const { reading } = transcript;
      if (after.reading !== undefined && after.reading !== reading) {
        isCaughtUp = true;
        return reset('reread');
      }
      sentLine = Math.min(after.line, transcript.lastLine);
      while (!isCaughtUp && !stream.isClosed) {
        const goal = transcript.lastLine;
        const rows = transcript.rows.filter(({ lines }) => lines[1] >= sentLine);
        for (const part of partsOf(rows).slice(0, -1)) {
          send(part);
          await stream.drained();
          if (transcript.reading !== reading) return;
        }
        send(partsOf(rows).at(-1) ?? [], goal);
        await stream.drained();
        isCaughtUp = transcript.lastLine === goal || transcript.reading !== reading;
      }
    }

    transcript.ready.then(catchUp).catch(() => reset('unreadable'));
    return transcript.subscribe({
      rows(rows) {
        if (!isCaughtUp) return;
        const parts = partsOf(rows);
        for (const [index, part] of parts.entries()) {
          send(part, index === parts.length - 1 ? transcript.lastLine : undefined);
        }
      },
      reset(reason) {
        isCaughtUp = true;
        reset(reason);
      },
    });
  }

  function tellSoon(): void {
    batch ??= setTimeout(tellLists, LIST_BATCH_MS);
  }

  function tellLists(): void {
    batch = undefined;
    const upserts: SessionHead[] = [];
    const gone: string[] = [];
    for (const key of withParents(changedKeys)) {
      const head = index.listed(key);
      if (head) upserts.push(head);
      else gone.push(key);
    }
    changedKeys = new Set();
    const data = { upserts, gone, revision: index.revision, sessions: index.size, index: indexState() };
    for (const stream of lists) stream.send({ event: 'list', data });
  }

  /** Adds the parents: a session that started another agent shows one more of them. */
  function withParents(keys: ReadonlySet<string>): Set<string> {
    const all = new Set(keys);
    for (const key of keys) {
      const parent = index.get(key)?.head.parent;
      const count = parent === undefined ? 0 : index.childrenOf(parent).length;
      if (parent === undefined || toldChildren.get(parent) === count) continue;
      toldChildren.set(parent, count);
      if (index.get(parent)) all.add(parent);
    }
    return all;
  }

  return {
    listen,
    changed(key) {
      changedKeys.add(key);
      tellSoon();
    },
    indexChanged: tellSoon,
    close() {
      clearTimeout(batch);
      for (const stream of streams) stream.close();
    },
  };
}
