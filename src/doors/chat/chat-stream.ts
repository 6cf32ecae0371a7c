import type { NdjsonResult, NdjsonStderr } from '../../core/ndjson/ndjson-event.ts';
import { doorLimits } from '../../limits/doors.ts';

/** The lines that `runChat` adds to those of the agent. */
export type ChatEvent = SandboxEvent | NdjsonStderr | NdjsonResult | ArtifactEvent | SnapshotEvent;

/** The first line: the sandbox in which the agent runs. */
export interface SandboxEvent {
  type: 'sandbox';
  sandbox_id: string;
}

/** A file that the agent left in its folder `artifacts`. */
export interface ArtifactEvent {
  type: 'artifact';
  /** Relative to the working folder: `./artifacts/…`. */
  path: string;
  size_bytes: number;
  mime_type: string;
  /** The file's name, for display. */
  label: string;
}

/** The last line: a snapshot of the sandbox to continue from. */
export interface SnapshotEvent {
  type: 'snapshot';
  snapshot_id: string;
}

/** The body of an answer, sent at the reader's pace. Only whole lines may be sent. */
export interface ChatStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Sends lines unchanged. Drops them after the end. */
  send(lines: string | Uint8Array<ArrayBuffer>): void;
  sendEvent(event: ChatEvent): void;
  /** Calls back when there is room for more, at once if there already is. */
  whenReady(callback: () => void): void;
  close(): void;
}

/** `onLeave` is called if the reader leaves before the end. */
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
  const strategy = { highWaterMark: doorLimits.maxUnsentChatBytes, size: (chunk: Uint8Array) => chunk.byteLength };
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
      // The reader is gone: a waiting writer must not wait for ever.
      release();
    },
  };
}
