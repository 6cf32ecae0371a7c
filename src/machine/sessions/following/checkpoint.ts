import { createHash } from 'node:crypto';
import type { FileLook } from './followed-file.ts';

/** The identity of a file. The numbers show when to look closer; the content decides. */
export interface FollowedIdentity {
  device: number;
  inode: number;
  /** The time of creation in milliseconds since 1970; 0 if the file system does not tell. */
  born: number;
  /** Hash of the first line, or of its first bytes; empty until there is one. */
  firstLine: string;
}

export type FileNumbers = Omit<FollowedIdentity, 'firstLine'>;

/** The numbers of a session that is not a file. */
export const NO_NUMBERS: FileNumbers = { device: 0, inode: 0, born: 0 };

/** The place up to which a session was read: a JSON value that the caller keeps, to continue later. */
export interface FollowCheckpoint {
  identity: FollowedIdentity;
  /** Bytes of plain text to the end of the last whole line. */
  offset: number;
  /** Hash of the bytes just before the offset; of all of them if what was read may change in place. */
  marker: string;
  /** The number of that line; -1 if it was not counted yet. */
  line: number;
}

export const UNCOUNTED = -1;
export const FIRST_LINE_BYTES = 1024;
export const MARKER_BYTES = 64;
const LINE_FEED = 10;

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Empty until the first line is complete, because it may yet grow. */
export function firstLineHash(head: Uint8Array): string {
  const end = head.indexOf(LINE_FEED);
  if (end === -1 && head.length < FIRST_LINE_BYTES) return '';
  return hashOf(head.subarray(0, end === -1 ? FIRST_LINE_BYTES : Math.min(end, FIRST_LINE_BYTES)));
}

/** The numbers of a file. Some file systems have no birth time and give the time of the last change. */
export function numbersOf({ device, inode, born, changed }: FileLook): FileNumbers {
  return { device, inode, born: born === changed ? 0 : born };
}

/** Collects a checkpoint's facts about the bytes before it. */
export interface Trace {
  /** Adds bytes that end with a line. */
  add(bytes: Uint8Array): void;
  /** The end of what was read. It moves with each line. */
  readonly offset: number;
  marker(): string;
  firstLine(): string;
}

/** Hashes the end of what was read: agents only append to a file, or write another. */
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

/** Hashes all that was read: a row may change in place. */
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
