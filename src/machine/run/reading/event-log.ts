import { closeSync, mkdirSync, openSync, writevSync } from 'node:fs';
import { dirname } from 'node:path';
import { machineLimits } from '../../../limits/machine.ts';

const LINE_FEED = 10;
const NEWLINE = Buffer.from('\n');

/** A copy of the agent's lines as they came, good or bad. */
export interface EventLog {
  /** Appends the whole lines of the chunk; they stand in the file when it returns. */
  write(chunk: Uint8Array): void;
  /** Appends what is left, ended by a newline. */
  close(): void;
}

/**
 * Opens the log for appending and makes the folders above it. Only whole lines are written, each batch at once, so that
 * runs which share a log do not cut into each other's lines; a line beyond `maxHeldLogBytes` is written in pieces.
 * Throws when it cannot be opened; when it cannot be written, `onError` is called once and the log ends there.
 */
export function openEventLog(path: string, onError: (error: unknown) => void): EventLog {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a', 0o600);
  /** The beginning of a line whose end has not come yet. */
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  /** The last line in the file lacks its end. */
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
      // A copy: whoever gave the chunk may use its memory again.
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

/** What remains of the parts when so many bytes of them are written: a full disk or a signal can cut a write short. */
function without(parts: Uint8Array[], written: number): Uint8Array[] {
  let skip = written;
  const rest: Uint8Array[] = [];
  for (const part of parts) {
    if (skip < part.length) rest.push(part.subarray(skip));
    skip = Math.max(0, skip - part.length);
  }
  return rest;
}
