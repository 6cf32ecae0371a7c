import type { ServerResponse } from 'node:http';
import type { LiveEvent } from './api-types.ts';
import { SECURITY_HEADERS } from './respond.ts';

/** One tab that listens. */
export interface EventStream {
  /** Sends an event. A tab too far behind gets no more: after it has read what waits, it is told to ask again. */
  send(event: LiveEvent, id?: string): void;
  /** Resolves when nothing waits any more, or on close, so that a sender of much does not get ahead of the reader. */
  drained(): Promise<void>;
  readonly isClosed: boolean;
  close(): void;
}

export interface EventStreamOptions {
  /** The most bytes that may wait for a slow reader. */
  maxUnsentBytes?: number;
  heartbeatMs?: number;
  onClose(): void;
}

const MAX_UNSENT_BYTES = 1024 * 1024;
const HEARTBEAT_MS = 15_000;

/** Writes server-sent events to a response until either side closes it. */
export function createEventStream(response: ServerResponse, options: EventStreamOptions): EventStream {
  const { maxUnsentBytes = MAX_UNSENT_BYTES, heartbeatMs = HEARTBEAT_MS, onClose } = options;
  let isClosed = false;
  /** True if the tab is too far behind. Nothing more is sent, and the stream ends when all that was written is gone. */
  let isBehind = false;

  response.writeHead(200, {
    ...SECURITY_HEADERS,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write(': threadline\n\n');
  const heartbeat = setInterval(() => {
    if (!isBehind) response.write(':\n\n');
  }, heartbeatMs);
  heartbeat.unref();

  response.on('drain', () => {
    if (!isBehind || isClosed) return;
    response.write(lines({ event: 'resync', data: {} }));
    close();
  });
  response.on('error', close);
  response.on('close', close);

  function send(event: LiveEvent, id?: string): void {
    if (isClosed || isBehind) return;
    if (response.writableLength > maxUnsentBytes) {
      isBehind = true;
      return;
    }
    response.write(lines(event, id));
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    clearInterval(heartbeat);
    response.end();
    onClose();
  }

  function drained(): Promise<void> {
    if (isClosed || !response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = () => {
        response.off('drain', settle);
        response.off('close', settle);
        resolve();
      };
      response.on('drain', settle);
      response.on('close', settle);
    });
  }

  return {
    send,
    drained,
    close,
    get isClosed() {
      return isClosed;
    },
  };
}

/** JSON has no raw line feed, so one line of data holds it whatever an agent wrote. */
function lines({ event, data }: LiveEvent, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
