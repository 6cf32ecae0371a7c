import type { ServerResponse } from 'node:http';
import type { ApiIndexState, Row, SessionHead } from './api-types.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import type { Query } from './query.ts';
import type { SessionIndex } from './session-index.ts';
import type { Transcript, Transcripts } from './transcript/transcripts.ts';

/** All tabs that listen. */
export interface Live {
  /** Takes a tab in; false where there are as many as there may be. */
  listen(query: Query, lastEventId: string | undefined, response: ServerResponse): boolean;
  /** Tells those who show the list that sessions changed; gathered for a moment. */
  changed(key: string): void;
  close(): void;
}

export interface LiveOptions {
  index: SessionIndex;
  transcripts: Transcripts;
  indexState(): ApiIndexState;
}

const MAX_CLIENTS = 16;
const LIST_BATCH_MS = 250;
/** So many rows go in one event. */
const MAX_ROWS_AT_ONCE = 200;

/** What a tab has: all rows up to a line of one reading of the file. */
interface Place {
  line: number;
  reading: number | undefined;
}

/** `<line>.<reading>`, or a line alone, from somebody who has nothing yet. */
function placeOf(text: string): Place {
  const [, line = '0', reading] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  return { line: Number(line), reading: reading === undefined ? undefined : Number(reading) };
}

export function createLive({ index, transcripts, indexState }: LiveOptions): Live {
  const streams = new Set<EventStream>();
  const lists = new Set<EventStream>();
  let changedKeys = new Set<string>();
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
    const key = query.text('session');
    const entry = key === undefined ? undefined : index.get(key);
    if (entry?.path !== undefined) {
      const after = placeOf(lastEventId ?? query.text('after') ?? '');
      leave.push(followSession(stream, entry.key, transcripts.open(entry.path, entry.head.agent), after));
    }
    return true;
  }

  /** First everything that a line after the one that the tab knows has touched, then what comes. */
  function followSession(stream: EventStream, key: string, transcript: Transcript, after: Place): () => void {
    let isCaughtUp = false;
    /** All rows up to this line were sent. */
    let sentLine = 0;

    /** One event at least: it tells where the session stands. */
    function send(rows: readonly Row[]): void {
      for (let start = 0; start === 0 || start < rows.length; start += MAX_ROWS_AT_ONCE) {
        const part = rows.slice(start, start + MAX_ROWS_AT_ONCE);
        const { lastLine, reading } = transcript;
        if (start + MAX_ROWS_AT_ONCE >= rows.length) sentLine = lastLine;
        const data = { session: key, rows: part, total: transcript.rows.length, last: sentLine, reading };
        stream.send({ event: 'rows', data }, `${sentLine}.${reading}`);
      }
    }

    function reset(reason: string): void {
      sentLine = 0;
      stream.send({ event: 'reset', data: { session: key, reason } });
    }

    const catchUp = () => {
      isCaughtUp = true;
      if (after.reading !== undefined && after.reading !== transcript.reading) return reset('reread');
      sentLine = Math.min(after.line, transcript.lastLine);
      send(transcript.rows.filter(({ lines }) => lines[1] >= after.line));
    };
    transcript.ready.then(catchUp, () => reset('unreadable'));
    return transcript.subscribe({
      rows: (rows) => {
        if (isCaughtUp) send(rows);
      },
      reset,
    });
  }

  function tellLists(): void {
    batch = undefined;
    const upserts: SessionHead[] = [];
    const gone: string[] = [];
    for (const key of changedKeys) {
      const head = index.get(key)?.head;
      if (head) upserts.push(head);
      else gone.push(key);
    }
    changedKeys = new Set();
    const data = { upserts, gone, revision: index.revision, index: indexState() };
    for (const stream of lists) stream.send({ event: 'list', data });
  }

  return {
    listen,
    changed(key) {
      changedKeys.add(key);
      batch ??= setTimeout(tellLists, LIST_BATCH_MS);
    },
    close() {
      clearTimeout(batch);
      for (const stream of streams) stream.close();
    },
  };
}
