import type { NdjsonResult } from '../ndjson/ndjson-event.ts';
import type { StdoutMapper } from '../ndjson/stdout-mapper.ts';
import { failedResult } from '../run/failed-result.ts';
import type { AgentStdout } from './agent-stdout.ts';
import type { ChatStream } from './chat-stream.ts';
import { hasFailed } from './command-end.ts';

/** Sends what the agent's mapper makes of its output. */
export function createMappedStdout(mapper: StdoutMapper, stream: ChatStream): AgentStdout {
  // A mapper may take texts only, so that pieces of characters are put together here.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The agent's result waits for the end of its process, which may still spoil it: the client gets one result. */
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

/** The result that a line is; undefined for any other line. */
function readResult(line: string | undefined): Partial<NdjsonResult> | undefined {
  if (!line?.includes('"result"')) return undefined;
  try {
    const value: { type?: unknown } | null = JSON.parse(line);
    return value?.type === 'result' ? (value as Partial<NdjsonResult>) : undefined;
  } catch {
    return undefined;
  }
}
