import type { Outcome } from '../../../core/thread/outcome.ts';
import type { EventReader } from '../../../core/wires/event-reader.ts';
import {
  createTrace,
  type FileNumbers,
  type FollowCheckpoint,
  NO_NUMBERS,
  type Trace,
  UNCOUNTED,
} from './checkpoint.ts';

const NOWHERE: FollowCheckpoint = { identity: { ...NO_NUMBERS, firstLine: '' }, offset: 0, marker: '', line: 0 };

/** The place up to which a session was read, and the reader that knows what came before. */
export interface ReadingPlace {
  readonly checkpoint: FollowCheckpoint;
  /** Takes the next bytes, or all bytes before the checkpoint again if the reader has not seen them. */
  push(bytes: Uint8Array): Outcome[];
  /** Records that the last push ended a line of this file. */
  mark(numbers: FileNumbers): void;
  /** Ends the input and returns what was held back. */
  end(): Outcome[];
  /** Starts over, as if nothing of the file was read. */
  beginAnew(): void;
  /** True if the reader has not yet seen what precedes the checkpoint. */
  readonly isCold: boolean;
  /** True if the reader has seen exactly what the checkpoint covers. */
  readonly isTrue: boolean;
  /** Makes the reader forget everything, including what was pushed since the last mark. */
  cool(): void;
  /** Creates a trace, by which bytes that were read before are recognised. */
  createTrace(): Trace;
}

export function createReadingPlace(
  reader: EventReader,
  from: FollowCheckpoint | undefined,
  newTrace: () => Trace = createTrace,
): ReadingPlace {
  let checkpoint = from ?? NOWHERE;
  let trace = newTrace();

  function cool(): void {
    reader.reset();
    trace = newTrace();
  }

  return {
    get checkpoint() {
      return checkpoint;
    },
    push(bytes) {
      trace.add(bytes);
      return reader.push(bytes);
    },
    mark(numbers) {
      const identity = { ...numbers, firstLine: trace.firstLine() };
      checkpoint = { identity, offset: trace.offset, marker: trace.marker(), line: reader.lines };
    },
    end: () => reader.end(),
    beginAnew() {
      cool();
      checkpoint = NOWHERE;
    },
    get isCold() {
      return trace.offset < checkpoint.offset;
    },
    get isTrue() {
      const isCounted = checkpoint.line !== UNCOUNTED;
      return trace.marker() === checkpoint.marker && (!isCounted || reader.lines === checkpoint.line);
    },
    cool,
    createTrace: newTrace,
  };
}
