import { createHash } from 'node:crypto';
import type { FileLook } from './followed-file.ts';

/** Which file it is. The numbers say when to look closer, what stands in it decides. */
export interface FollowedIdentity {
  device: number;
  inode: number;
  /** When it was made, in milliseconds since 1970; 0 where the file system does not say. */
  born: number;
  /** Hash of the first line, or of its first bytes; empty as long as there is none. */
  firstLine: string;
}

export type FileNumbers = Omit<FollowedIdentity, 'firstLine'>;

/** A session that is no file has none of a file's numbers. */
export const NO_NUMBERS: FileNumbers = { device: 0, inode: 0, born: 0 };

/** How far a session was read: a value of JSON that the caller keeps, to go on from there another time. */
export interface FollowCheckpoint {
  identity: FollowedIdentity;
  /** Bytes of plain text up to the end of the last whole line. */
  offset: number;
  /** Hash of the bytes just before the offset; of all of them, where what was read may change in place. */
  marker: string;
  /** The number of that line; -1 where nobody counted yet. */
  line: number;
}

export const UNCOUNTED = -1;
export const FIRST_LINE_BYTES = 1024;
export const MARKER_BYTES = 64;
const LINE_FEED = 10;

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Empty while the first line is not whole and may yet grow. */
export function firstLineHash(head: Uint8Array): string {
  const end = head.indexOf(LINE_FEED);
  if (end === -1 && head.length < FIRST_LINE_BYTES) return '';
  return hashOf(head.subarray(0, end === -1 ? FIRST_LINE_BYTES : Math.min(end, FIRST_LINE_BYTES)));
}

/** The numbers of a file. Some file systems know no birth and say the time of the last change instead. */
export function numbersOf({ device, inode, born, changed }: FileLook): FileNumbers {
  return { device, inode, born: born === changed ? 0 : born };
}

/** Gathers what a checkpoint says of the bytes before it. */
export interface Trace {
  /** Takes bytes that end with a line. */
  add(bytes: Uint8Array): void;
  /** Of what was read: its end moves with each line. */
  readonly offset: number;
  marker(): string;
  firstLine(): string;
}

/** By the end of what was read: agents only ever append to a file, or write another. */
export function createTrace(): Trace {
  let head: Uint8Array = new Uint8Array();
  let tail: Uint8Array = new Uint8Array();
  let offset = 0;
  return {
    add(bytes) {
      if (head.length < FIRST_LINE_BYTES) {
        head = Buffer.concat([head, bytes.subarray(0, FIRST_LINE_BYTES - head.length)]);
      }
      const last = bytes.subarray(Math.max(0, bytes.length - MARKER_BYTES));
      const before = tail.subarray(Math.max(0, tail.length + last.length - MARKER_BYTES));
      tail = Buffer.concat([before, last]);
      offset += bytes.length;
    },
    get offset() {
      return offset;
    },
    marker: () => (offset === 0 ? '' : hashOf(tail)),
    firstLine: () => firstLineHash(head),
  };
}

/** By all that was read: a row may change in place. */
export function createWholeTrace(): Trace {
  const trace = createTrace();
  const hash = createHash('sha256');
  return {
    add(bytes) {
      trace.add(bytes);
      hash.update(bytes);
    },
    get offset() {
      return trace.offset;
    },
    marker: () => (trace.offset === 0 ? '' : hash.copy().digest('hex').slice(0, 32)),
    firstLine: trace.firstLine,
  };
}
