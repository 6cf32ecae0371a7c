import { closeSync, readSync } from 'node:fs';
import { createEventReader, type EventReader } from '../../core/wires/event-reader.ts';
import { ThreadlineError } from '../../errors.ts';
import * as coreLimits from '../../limits/core.ts';
import { createFileHead, type FileHead, type FileHeadGatherer } from './file-head.ts';
import { otherLastTime, plainLastTime } from './last-time.ts';
import { isPacked } from './plain-chunks.ts';
import type { SessionProblemCode } from './problem.ts';
import { readerOptionsOf } from './reader-options.ts';
import { sourceOf } from './source-of.ts';
import type { SessionFile, SessionStore, TurnScanner } from './store.ts';

export interface HeadOptions {
  /** Stop after the header. */
  onlyIdentity?: boolean;
  /** Scan the whole file for turns, if its store can. */
  turns?: boolean;
  /** Also look for the time of the last record. */
  last?: boolean;
  /** Receives the bytes, if the whole file is read for its turns. */
  alongside?: WholeFileReader | undefined;
}

/** Reads the bytes of files that are read anyway. */
export interface WholeFileReader {
  /** Begins with a file. False: nothing of it is wanted. */
  begin(file: SessionFile): boolean;
  /** Takes the next bytes, which are only lent. */
  push(chunk: Uint8Array): void;
  /** `isWhole`: all bytes were read. Else they count for nothing. */
  end(isWhole: boolean): void;
}

/** For files that are read whole: small, so that scanned bytes are still in the cache. */
const CHUNK_BYTES = 64 * 1024;
/** The same for those that are counted at the same time: lines are cut as where they are counted alone. */
const COUNTED_CHUNK_BYTES = 256 * 1024;
/** List data lies within a few kilobytes in old files, within 40 in new ones. */
const HEAD_CHUNK_BYTES = 32 * 1024;
const LINE_FEED = 10;

/** Reused for every file, since a list has thousands. Nothing else runs while a file is read. */
let buffer: Buffer | undefined;
const readers = new Map<string, EventReader>();
const scanners = new Map<SessionStore, TurnScanner>();

/** Reads the beginning of a session until all is known, up to a limit. Never throws: see `problems`. */
export async function readHead(file: SessionFile, options: HeadOptions = {}): Promise<FileHead> {
  const gatherer = createFileHead(file, options.onlyIdentity === true);
  try {
    if (!readPlainHead(file, gatherer, options)) {
      await readOtherHead(file, gatherer);
      if (options.last) gatherer.takeLast(await otherLastTime(file), false);
    }
    gatherer.end();
  } catch (error) {
    gatherer.report(problemCode(error), error instanceof Error ? error.message : String(error));
  }
  return gatherer.head();
}

/** The fast path for a plain file that exists. Returns false, with nothing read, for anything else. */
function readPlainHead(file: SessionFile, gatherer: FileHeadGatherer, options: HeadOptions): boolean {
  const open = sourceOf(file).openFile?.();
  if (!open) return false;
  const { store } = file.agent ?? {};
  const scanner = options.turns ? scannerOf(store) : undefined;
  const alongside = scanner && options.alongside?.begin(file) ? options.alongside : undefined;
  const chunkBytes = alongside ? COUNTED_CHUNK_BYTES : scanner ? CHUNK_BYTES : HEAD_CHUNK_BYTES;
  if ((buffer?.length ?? 0) < chunkBytes) buffer = undefined;
  buffer ??= Buffer.allocUnsafeSlow(chunkBytes);
  let isWhole = false;
  let reader: EventReader | undefined;
  let bytes = 0;
  let isAllRead = false;
  /** Without those within a line that is longer than a chunk: a pasted image must not hide the rest. */
  let counted = 0;
  let isRead = false;
  try {
    for (;;) {
      const length = readSync(open.descriptor, buffer, 0, chunkBytes, null);
      const chunk = buffer.subarray(0, length);
      if (bytes === 0 && isPacked(chunk)) return false;
      if (bytes === 0 && gatherer.refuses(chunk)) return true;
      const quick = bytes === 0 ? store?.quickHead?.(chunk) : undefined;
      if (quick) gatherer.take(quick);
      const isWanted = !isRead;
      bytes += length;
      if (chunk.includes(LINE_FEED)) counted += length;
      // Text that is appended during the read appears in the next list.
      const isEnd = length < chunkBytes;
      // Most heads are complete without a reader.
      if (isWanted && !gatherer.isComplete) {
        reader ??= readerOf(file);
        pushLines(reader, chunk, gatherer);
        if (isEnd && !gatherer.isComplete) gatherer.add(reader.end());
      }
      if (isWanted) isAllRead = isEnd;
      scanner?.push(chunk);
      alongside?.push(chunk);
      isRead = gatherer.isComplete || counted >= gatherer.mostBytes || bytes >= coreLimits.maxLineBytes;
      if (isEnd || (isRead && !scanner)) break;
    }
    isWhole = true;
    gatherer.takeTurns(scanner?.end());
    if (options.last) gatherer.takeLast(plainLastTime(file, open), isAllRead);
    return true;
  } finally {
    alongside?.end(isWhole);
    closeSync(open.descriptor);
  }
}

function readerOf(file: SessionFile): EventReader {
  // Another agent may have a wire of the same name.
  if (file.agent?.wires) return createEventReader(readerOptionsOf(file));
  const reader = readers.get(file.wire) ?? createEventReader({ wire: file.wire });
  readers.set(file.wire, reader);
  reader.reset();
  return reader;
}

function scannerOf(store: SessionStore | undefined): TurnScanner | undefined {
  const scanner = store && (scanners.get(store) ?? store.createTurnScanner?.());
  if (store && scanner) scanners.set(store, scanner);
  // A file that was not read to its end may leave something behind.
  scanner?.end();
  return scanner;
}

/** Pushes line by line, and ignores what follows the line that completes the head. */
function pushLines(reader: EventReader, chunk: Uint8Array, gatherer: FileHeadGatherer): void {
  let start = 0;
  while (start < chunk.length && !gatherer.isComplete) {
    const newline = chunk.indexOf(LINE_FEED, start);
    const end = newline === -1 ? chunk.length : newline + 1;
    gatherer.add(reader.push(chunk.subarray(start, end)));
    start = end;
  }
}

async function readOtherHead(file: SessionFile, gatherer: FileHeadGatherer): Promise<void> {
  const reader = createEventReader(readerOptionsOf(file));
  let bytes = 0;
  let counted = 0;
  for await (const chunk of sourceOf(file).read()) {
    if (bytes === 0 && gatherer.refuses(chunk)) return;
    bytes += chunk.length;
    if (chunk.includes(LINE_FEED)) counted += chunk.length;
    pushLines(reader, chunk, gatherer);
    // The reader then still holds a line that was cut here.
    if (gatherer.isComplete || counted >= gatherer.mostBytes || bytes >= coreLimits.maxLineBytes) return;
  }
  if (bytes === 0) gatherer.refuses(new Uint8Array());
  else gatherer.add(reader.end());
}

/** The problem code for an error that stopped the reading of a file. */
export function problemCode(error: unknown): SessionProblemCode {
  switch (error instanceof ThreadlineError ? error.code : undefined) {
    case 'damaged':
      return 'truncated-tail';
    case 'too-large':
      return 'too-large';
    case 'not-found':
      return 'vanished';
    default:
      return 'unreadable';
  }
}
