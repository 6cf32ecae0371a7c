import { limits } from '../limits.ts';
import type { ChatEvent } from './chat-event.ts';

/** The body of an answer, sent at the pace of whoever reads it. What is sent must be whole lines. */
export interface ChatStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Sends lines as they are. After the end they are dropped. */
  send(lines: string | Uint8Array<ArrayBuffer>): void;
  sendEvent(event: ChatEvent): void;
  /** Calls back when there is room for more; at once if there is. */
  whenReady(callback: () => void): void;
  close(): void;
}

/** `onLeave` hears of a reader that goes away before the end. */
export function createChatStream(onLeave: () => void): ChatStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let isClosed = false;
  let waiting: (() => void)[] = [];

  function release(): void {
    const callbacks = waiting;
    waiting = [];
    for (const callback of callbacks) callback();
  }

  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    start(given) {
      controller = given;
    },
    pull: release,
    cancel() {
      isClosed = true;
      onLeave();
      release();
    },
  };
  const strategy = { highWaterMark: limits.maxUnsentChatBytes, size: (chunk: Uint8Array) => chunk.byteLength };
  const body = new ReadableStream(source, strategy);

  function send(lines: string | Uint8Array<ArrayBuffer>): void {
    if (isClosed || lines.length === 0) return;
    controller.enqueue(typeof lines === 'string' ? encoder.encode(lines) : lines);
  }

  return {
    body,
    send,
    sendEvent: (event) => send(`${JSON.stringify(event)}\n`),
    whenReady(callback) {
      if (isClosed || (controller.desiredSize ?? 0) > 0) callback();
      else waiting.push(callback);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      controller.close();
      // Nobody reads any more: a writer that waits must not wait for ever.
      release();
    },
  };
}
