import { createHeldBytes } from '../../core/lines/held-bytes.ts';
import type { NdjsonResult } from '../../core/ndjson/ndjson-event.ts';
import type { StdoutMapper } from '../../core/ndjson/stdout-mapper.ts';
import * as coreLimits from '../../limits/core.ts';
import { failedResult } from '../../machine/run/failed-result.ts';
import type { ChatStream } from './chat-stream.ts';
import type { SandboxCommand } from './sandbox.ts';

const NEWLINE = 10;

export type CommandEnd = Pick<SandboxCommand, 'exitCode' | 'signal'>;

/** Passes the agent's stdout on to the client. */
export interface AgentStdout {
  /** Takes the next piece, which may be cut anywhere. */
  push(chunk: string | Uint8Array): void;
  /** Sends what was held back, and the command's end if it is known and not a success. A second call does nothing. */
  end(commandEnd?: CommandEnd): void;
}

/** Sends what the agent's mapper makes of its output. */
export function createMappedStdout(mapper: StdoutMapper, stream: ChatStream): AgentStdout {
  // A mapper may accept only text, so split characters are joined here.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The agent's result. It waits for the end of the process, which may still spoil it: the client gets one result. */
  let result: string | undefined;
  let hasEnded = false;

  function send(lines: readonly string[]): void {
    for (const line of lines) {
      if (result !== undefined) stream.send(result);
      result = readResult(line) ? line : undefined;
      if (result === undefined) stream.send(line);
    }
  }

  return {
    push(chunk) {
      send(mapper.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })));
    },
    end(commandEnd) {
      if (hasEnded) return;
      hasEnded = true;
      const rest = decoder.decode();
      send([...(rest === '' ? [] : mapper.push(rest)), ...mapper.flush()]);
      if (commandEnd && hasFailed(commandEnd)) stream.sendEvent(failedResult(commandEnd, readResult(result)));
      else if (result !== undefined) stream.send(result);
    },
  };
}

/** The result that a line holds; undefined for any other line. */
function readResult(line: string | undefined): Partial<NdjsonResult> | undefined {
  if (!line?.includes('"result"')) return undefined;
  try {
    const value: { type?: unknown } | null = JSON.parse(line);
    return value?.type === 'result' ? (value as Partial<NdjsonResult>) : undefined;
  } catch {
    return undefined;
  }
}

/** Passes the agent's bytes on in whole lines. A line over `maxLineBytes` goes in pieces, each with a line break. */
export function createRawStdout(stream: ChatStream): AgentStdout {
  const encoder = new TextEncoder();
  const tail = createHeldBytes();
  /** The first half of a character that was split between two texts. */
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
      // `slice` copies: the writer may reuse the memory of these bytes.
      const line = tail.take().slice();
      stream.send(line);
      stream.send(bytes.slice(0, end));
    }
    tail.append(bytes.subarray(end));
    if (tail.size() > coreLimits.maxLineBytes) sendTail();
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

function hasFailed({ exitCode, signal }: CommandEnd): boolean {
  return Boolean(signal) || (typeof exitCode === 'number' && exitCode !== 0);
}
