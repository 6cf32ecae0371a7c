import type { ServerResponse } from 'node:http';
import type { LiveEvent } from './api-types.ts';
import { SECURITY_HEADERS } from './respond.ts';

/** One tab that listens. */
export interface EventStream {
  /** Sends an event. One who is too far behind gets no more: once it has read what waits it is told to ask again. */
  send(event: LiveEvent, id?: string): void;
  /** Resolves once nothing waits any more, or when it is closed: who has much to send does not get ahead of the reader. */
  drained(): Promise<void>;
  readonly isClosed: boolean;
  close(): void;
}

export interface EventStreamOptions {
  /** How much may wait for a slow reader, in bytes. */
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
  /** It is too far behind: nothing more is sent, and when all that was written is gone the stream ends. */
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

/** JSON has no raw line feed, so that one line of data holds it whatever an agent wrote. */
function lines({ event, data }: LiveEvent, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
