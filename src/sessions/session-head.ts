import { closeSync, readSync } from 'node:fs';
import { ThreadlineError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createEventReader, type EventReader } from '../wires/event-reader.ts';
import { tryOpen } from './open-file.ts';
import { plainBytes } from './plain-bytes.ts';
import { isPacked } from './plain-chunks.ts';
import type { SessionProblem, SessionProblemCode } from './problem.ts';
import type { SessionFile, SessionStore } from './store.ts';

/** What the beginning of a session file tells. */
export interface SessionHead {
  /** The first header; later ones are copies of a parent's. */
  started?: ThreadStartedEvent;
  /** The line that the header stands on. */
  headerLine?: number;
  cwd?: string;
  model?: string;
  /** The name that the file gives the session. */
  title?: string;
  /** The first text that the user typed, cut at a limit. */
  firstPrompt?: string;
  problems: SessionProblem[];
}

/** What a list shows stands within a few kilobytes in old files, within 40 in new ones. */
const CHUNK_BYTES = 32 * 1024;
const LINE_FEED = 10;
const LFS_POINTER = new TextEncoder().encode('version https://git-lfs');

/** Used again for each file: a list has thousands of them. Nothing else runs while one is filled. */
let buffer: Buffer | undefined;
const readers = new Map<string, EventReader>();

/**
 * Reads the beginning of a session file: until all is known, at most a limit. With `onlyIdentity`, until the header.
 * Never throws: what is wrong with the file stands in `problems`.
 */
export async function readHead(file: SessionFile, onlyIdentity = false): Promise<SessionHead> {
  const gatherer = createGatherer(file, onlyIdentity);
  try {
    if (!readPlainHead(file, gatherer)) await readOtherHead(file, gatherer);
    gatherer.end();
  } catch (error) {
    gatherer.report(problemCode(error), error instanceof Error ? error.message : String(error));
  }
  return gatherer.head;
}

type Gatherer = ReturnType<typeof createGatherer>;

/** The quick way, for a plain file that is there. False, with nothing read, where it is anything else. */
function readPlainHead(file: SessionFile, gatherer: Gatherer): boolean {
  const open = tryOpen(file);
  if (!open) return false;
  buffer ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const reader = readers.get(file.wire) ?? createEventReader({ wire: file.wire });
  readers.set(file.wire, reader);
  reader.reset();
  try {
    let bytes = 0;
    for (;;) {
      const length = readSync(open.descriptor, buffer, 0, buffer.length, null);
      const chunk = buffer.subarray(0, length);
      if (bytes === 0 && isPacked(chunk)) return false;
      if (bytes === 0 && gatherer.refuses(chunk)) return true;
      bytes += length;
      if (length === 0) gatherer.add(reader.end());
      else pushLines(reader, chunk, gatherer);
      if (length === 0 || gatherer.isComplete || bytes >= gatherer.mostBytes) return true;
    }
  } finally {
    closeSync(open.descriptor);
  }
}

/** Line by line: what follows the line that completes the head is not looked at. */
function pushLines(reader: EventReader, chunk: Uint8Array, gatherer: Gatherer): void {
  let start = 0;
  while (start < chunk.length && !gatherer.isComplete) {
    const newline = chunk.indexOf(LINE_FEED, start);
    const end = newline === -1 ? chunk.length : newline + 1;
    gatherer.add(reader.push(chunk.subarray(start, end)));
    start = end;
  }
}

async function readOtherHead(file: SessionFile, gatherer: Gatherer): Promise<void> {
  const reader = createEventReader({ wire: file.wire });
  let bytes = 0;
  for await (const chunk of plainBytes(file)) {
    if (bytes === 0 && gatherer.refuses(chunk)) return;
    bytes += chunk.length;
    gatherer.add(reader.push(chunk));
    // What the reader still holds then is a line that was cut here.
    if (gatherer.isComplete || bytes >= gatherer.mostBytes) return;
  }
  if (bytes === 0) gatherer.refuses(new Uint8Array());
  else gatherer.add(reader.end());
}

/** Picks what a list shows out of the first events. */
function createGatherer(file: SessionFile, onlyIdentity: boolean) {
  const head: SessionHead = { problems: [] };
  const store: SessionStore | undefined = file.agent?.store;
  let isAnswered = false;
  let isRefused = false;
  let mostBytes: number = limits.maxSessionHeadBytes;

  function report(code: SessionProblemCode, message: string): void {
    head.problems.push({ code, message, path: file.path });
  }

  function addEvent(event: ThreadEvent, line: number): void {
    if (event.inherited) return;
    if (event.type === 'thread.started' && !head.started) {
      head.started = event;
      head.headerLine = line;
    }
    if (event.type === 'thread.started' || event.type === 'turn.started' || event.type === 'context') {
      head.model ??= event.model;
      head.cwd ??= event.cwd;
    }
    head.title = store?.title?.(event) ?? head.title;
    if (event.type !== 'item.started' && event.type !== 'item.completed') return;
    const { item } = event;
    if (item.type !== 'user_message') isAnswered = true;
    else if (!item.injected && item.text !== '' && head.firstPrompt === undefined) {
      head.firstPrompt = (store?.prompt?.(item.text) ?? item.text).slice(0, limits.maxFirstPromptLength);
    }
  }

  return {
    head,
    report,
    add(outcomes: readonly Outcome[]): void {
      for (const outcome of outcomes) {
        if (outcome.ok) for (const event of outcome.events) addEvent(event, outcome.line);
      }
    },
    /** Old files name no model: it is then not waited for after the agent's first answer. */
    get isComplete() {
      if (onlyIdentity) return head.started !== undefined;
      return head.started !== undefined && head.firstPrompt !== undefined && (head.model !== undefined || isAnswered);
    },
    get mostBytes() {
      return mostBytes;
    },
    /** Whether the first chunk says that there is nothing to read, which is then told. */
    refuses(chunk: Uint8Array): boolean {
      // A document over many lines tells nothing before its end.
      if (isOpening(chunk)) mostBytes = limits.maxDocumentLength;
      if (chunk.length === 0) report('empty-file', 'the file is empty');
      else if (LFS_POINTER.every((byte, index) => chunk[index] === byte)) {
        report('git-lfs-pointer', 'a pointer of Git LFS stands in place of the file; `git lfs pull` fetches it');
      } else return false;
      isRefused = true;
      return true;
    },
    end(): void {
      if (!isRefused && !head.started) {
        report('missing-session-meta', 'no record at its beginning says which session it is');
      }
    },
  };
}

/** The first line is nothing but a bracket. */
function isOpening(chunk: Uint8Array): boolean {
  return /^\s*[{[]\s*\n/.test(Buffer.from(chunk.subarray(0, 16)).toString('latin1'));
}

/** The name of what stopped the reading of a file. */
function problemCode(error: unknown): SessionProblemCode {
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
