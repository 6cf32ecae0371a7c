import { limits } from '../limits.ts';
import { createHeldBytes } from '../lines/held-bytes.ts';
import { failedResult } from '../run/failed-result.ts';
import type { AgentStdout } from './agent-stdout.ts';
import type { ChatStream } from './chat-stream.ts';
import { hasFailed } from './command-end.ts';

const NEWLINE = 10;

/**
 * Passes the agent's bytes on as they are, up to the last whole line: what is sent beside them never cuts into one.
 * A line beyond `maxLineBytes` cannot be held; it is passed on in pieces, each with a line break of its own.
 */
export function createRawStdout(stream: ChatStream): AgentStdout {
  const encoder = new TextEncoder();
  const tail = createHeldBytes();
  /** The first half of a character that was cut in a text. */
  let half = '';
  let hasEnded = false;

  function toBytes(chunk: string | Uint8Array): Uint8Array {
    if (typeof chunk !== 'string') return chunk;
    const text = half + chunk;
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    return encoder.encode(text.slice(0, text.length - half.length));
  }

  function pushBytes(bytes: Uint8Array): void {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      // Copied by `slice`: whoever wrote the bytes may use their memory again.
      const line = tail.take().slice();
      stream.send(line);
      stream.send(bytes.slice(0, end));
    }
    tail.append(bytes.subarray(end));
    if (tail.size() > limits.maxLineBytes) sendTail();
  }

  function sendTail(): void {
    if (tail.size() === 0) return;
    tail.append(Uint8Array.of(NEWLINE));
    stream.send(tail.take().slice());
  }

  return {
    push: (chunk) => pushBytes(toBytes(chunk)),
    end(commandEnd) {
      if (hasEnded) return;
      hasEnded = true;
      pushBytes(encoder.encode(half));
      sendTail();
      if (commandEnd && hasFailed(commandEnd)) stream.sendEvent(failedResult(commandEnd));
    },
  };
}
