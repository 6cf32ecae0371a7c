import { readSync } from 'node:fs';
import { createThreadFacts } from '../../core/facts/thread-facts.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { OpenFile } from './open-file.ts';
import { readerOptionsOf } from './reader-options.ts';
import { sourceOf } from './source-of.ts';
import type { SessionFile } from './store.ts';

/** Sizes to try. The last record of most sessions lies within the first. */
const TAIL_BYTES = [8 * 1024, 256 * 1024, machineLimits.maxStatusTailBytes] as const;
const LINE_FEED = 10;

/** Reused for every file, since a list has thousands. */
let buffer: Buffer | undefined;

/** The time of the last record of a plain file; undefined if its end tells none. */
export function plainLastTime(file: SessionFile, { descriptor, size }: OpenFile): number | undefined {
  for (const most of TAIL_BYTES) {
    const tail = readAt(descriptor, Math.max(0, size - most), Math.min(most, size));
    const time = timeIn(tail, size <= most, file);
    if (time !== undefined || size <= most) return time;
  }
  return undefined;
}

/** The same for a session of any other kind. Unpacks a compressed file whole. */
export async function otherLastTime(file: SessionFile): Promise<number | undefined> {
  // A file that is huge when unpacked is not worth it.
  if (file.size > machineLimits.maxTurnReadBytes) return undefined;
  // Rows are read one by one: those at the end cost no more than their number.
  const [few, many] = TAIL_BYTES;
  const most = file.source ? few : many;
  const tail = await sourceOf(file).last(most);
  return timeIn(tail, tail.length < most, file);
}

/** The time of the last record in the last bytes, without a line that is cut off at their beginning. */
function timeIn(tail: Uint8Array, isWhole: boolean, file: SessionFile): number | undefined {
  const start = isWhole ? 0 : tail.indexOf(LINE_FEED) + 1 || tail.length;
  const lines = tail.subarray(start);
  const { agent } = file;
  return agent?.store.lastTime ? agent.store.lastTime(lines) : timeOfEvents(lines, file);
}

function timeOfEvents(lines: Uint8Array, file: SessionFile): number | undefined {
  const reader = createEventReader(readerOptionsOf(file));
  const gatherer = createThreadFacts();
  for (const outcome of [...reader.push(lines), ...reader.end()]) gatherer.addOutcome(outcome);
  return gatherer.facts.lastAt;
}

function readAt(descriptor: number, position: number, length: number): Uint8Array {
  if ((buffer?.length ?? 0) < length) buffer = Buffer.allocUnsafeSlow(length);
  const bytes = buffer ?? Buffer.alloc(0);
  let done = 0;
  while (done < length) {
    const read = readSync(descriptor, bytes, done, length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}
