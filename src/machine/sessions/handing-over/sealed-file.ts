import { createHash } from 'node:crypto';
import { closeSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../file-fault.ts';
import { readTail } from '../read-tail.ts';
import { guardWriting } from './target-folder.ts';

// The first line of a handed-over session file holds a hash of the rest. So the file itself shows,
// without a note kept anywhere else, if anybody has written to it since.

/** Transcripts are private. */
const OWNER_ONLY = 0o600;
const CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 10;
/** The mark of the writers. In a text of the line the quotes would be escaped. */
const MARK = '"threadline":{';
const EMPTY_SEAL = '0'.repeat(64);
const SEAL = /"threadline":\{"seal":"([0-9a-f]{64})"/;

/** A file that is being written beside its final place. */
export interface SealedFile {
  write(text: string): void;
  /** In bytes. */
  readonly size: number;
  /** Closes it. */
  seal(): void;
  /** Moves it to its final path, which must be free. False if it is not. */
  putNew(path: string): boolean;
  replace(path: string): void;
  /** True for a file of the same bytes, after `seal`. */
  isSame(path: string): boolean;
  /** Removes it, unless it was put in its place. */
  discard(): void;
}

let files = 0;

/** Makes the file. Without a folder, it is only measured. */
export function createSealedFile(folder: string | undefined): SealedFile {
  files += 1;
  const temporary = folder === undefined ? '' : join(folder, `.threadline-${process.pid}-${files}.part`);
  const descriptor =
    folder === undefined ? undefined : guardWriting(folder, () => openSync(temporary, 'wx', OWNER_ONLY));
  const hash = createHash('sha256');
  let held = '';
  let size = 0;
  let first = '';
  let sealAt: number | undefined;
  let isOpen = descriptor !== undefined;
  let isThere = isOpen;

  function flush(): void {
    const bytes = Buffer.from(held);
    held = '';
    if (descriptor !== undefined) guardWriting(temporary, () => writeWhole(descriptor, bytes));
  }

  /** The first line, its mark with room for the seal. */
  function firstLine(text: string): string {
    const at = text.lastIndexOf(MARK);
    if (at === -1) return text;
    const before = `${text.slice(0, at)}${MARK}"seal":"`;
    sealAt = Buffer.byteLength(before);
    const rest = text.slice(at + MARK.length);
    return `${before}${EMPTY_SEAL}"${rest.startsWith('}') ? '' : ','}${rest}`;
  }

  function add(text: string): void {
    size += Buffer.byteLength(text);
    held += text;
    if (held.length >= CHUNK_BYTES) flush();
  }

  return {
    get size() {
      return size;
    },
    write(text) {
      if (size === 0) {
        first = firstLine(text);
        return add(first);
      }
      hash.update(text);
      add(text);
    },
    seal() {
      flush();
      const seal = Buffer.from(hash.digest('hex'));
      first = first.replace(`"seal":"${EMPTY_SEAL}"`, `"seal":"${seal}"`);
      if (descriptor === undefined) return;
      const place = sealAt;
      if (place !== undefined) guardWriting(temporary, () => writeSync(descriptor, seal, 0, seal.length, place));
      isOpen = false;
      guardWriting(temporary, () => closeSync(descriptor));
    },
    putNew(path) {
      // A link, unlike a move, fails if something is there.
      const isNew = guardWriting(path, () => tryLink(temporary, path));
      if (!isNew) return false;
      unlinkSync(temporary);
      isThere = false;
      return true;
    },
    replace(path) {
      guardWriting(path, () => renameSync(temporary, path));
      isThere = false;
    },
    // The first line identifies the rest.
    isSame: (path) => isUntouched(path, first),
    discard() {
      if (isOpen && descriptor !== undefined) closeSync(descriptor);
      isOpen = false;
      if (isThere) unlinkSync(temporary);
      isThere = false;
    },
  };
}

/** True for a file that is unchanged since it was handed over; with a first line, for one that begins with it. */
export function isUntouched(path: string, firstLine?: string): boolean {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  let isFirst = true;
  try {
    const isRegular = readTail(path, Number.POSITIVE_INFINITY, (chunk) => {
      const end = isFirst ? chunk.indexOf(LINE_FEED) + 1 : 0;
      if (isFirst) pieces.push(Buffer.from(end === 0 ? chunk : chunk.subarray(0, end)));
      else hash.update(chunk);
      if (end === 0) return;
      isFirst = false;
      hash.update(chunk.subarray(end));
    });
    if (!isRegular) return false;
  } catch {
    return false;
  }
  const found = Buffer.concat(pieces).toString('utf8');
  const [, seal] = SEAL.exec(found) ?? [];
  return seal !== undefined && seal === hash.digest('hex') && (firstLine === undefined || firstLine === found);
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
