import { closeSync, mkdirSync, openSync, writevSync } from 'node:fs';
import { dirname } from 'node:path';
import { machineLimits } from '../../../limits/machine.ts';

const LINE_FEED = 10;
const NEWLINE = Buffer.from('\n');

/** A copy of the agent's lines as they came, good or bad. */
export interface EventLog {
  /** Appends the whole lines of the chunk. They are in the file when it returns. */
  write(chunk: Uint8Array): void;
  /** Appends the rest, ended by a newline. */
  close(): void;
}

/**
 * Opens the log for appending and makes the folders above it. Writes only whole lines, each batch at once, so that runs
 * which share a log do not cut into each other's lines. A line beyond `maxHeldLogBytes` is written in pieces. Throws if
 * it cannot be opened. If it cannot be written, it calls `onError` once and the log ends.
 */
export function openEventLog(path: string, onError: (error: unknown) => void): EventLog {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a', 0o600);
  /** The beginning of an unfinished line. */
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  /** True if the last line in the file lacks its end. */
  let isCut = false;
  let hasFailed = false;

  function attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!hasFailed) onError(error);
      hasFailed = true;
    }
  }

  function append(parts: Uint8Array[]): void {
    held = [];
    heldBytes = 0;
    attempt(() => {
      let rest = parts;
      while (rest.length > 0) rest = without(rest, writevSync(file, rest));
    });
  }

  return {
    write(chunk) {
      if (hasFailed) return;
      const end = chunk.lastIndexOf(LINE_FEED) + 1;
      if (end > 0) {
        append([...held, chunk.subarray(0, end)]);
        isCut = false;
      }
      if (end === chunk.length) return;
      // Copied, because the caller may reuse the chunk's memory.
      held.push(new Uint8Array(chunk.subarray(end)));
      heldBytes += chunk.length - end;
      if (heldBytes <= machineLimits.maxHeldLogBytes) return;
      append(held);
      isCut = true;
    },
    close() {
      if (!hasFailed && (isCut || held.length > 0)) append([...held, NEWLINE]);
      attempt(() => closeSync(file));
    },
  };
}

/** The parts left after so many bytes were written: a full disk or a signal can cut a write short. */
function without(parts: Uint8Array[], written: number): Uint8Array[] {
  let skip = written;
  const rest: Uint8Array[] = [];
  for (const part of parts) {
    if (skip < part.length) rest.push(part.subarray(skip));
    skip = Math.max(0, skip - part.length);
  }
  return rest;
}
