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

/** How far a session was read, and the reader that knows what came before. */
export interface ReadingPlace {
  readonly checkpoint: FollowCheckpoint;
  /** Takes the next bytes; or those before the checkpoint again, from the first on, where the reader has not seen them. */
  push(bytes: Uint8Array): Outcome[];
  /** What was pushed last ended a line of this file: it was read up to here. */
  mark(numbers: FileNumbers): void;
  /** Ends the input: gives what was held back. */
  end(): Outcome[];
  /** Nothing of the file was read. */
  beginAnew(): void;
  /** The reader has yet to see what stands before the checkpoint. */
  readonly isCold: boolean;
  /** The reader saw just what the checkpoint tells of. */
  readonly isTrue: boolean;
  /** Lets the reader forget everything, also what was pushed since the last mark. */
  cool(): void;
  /** What tells whether bytes are those that were read before. */
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
