import type { ThreadEvent, ThreadStartedEvent } from '../../core/thread/event.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import { coreLimits } from '../../limits/core.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { SessionProblem, SessionProblemCode } from './problem.ts';
import type { QuickHead, SessionFile } from './store.ts';

/** What the beginning of a session file tells. */
export interface SessionHead {
  /** The first header; later ones are copies of a parent's. */
  started?: ThreadStartedEvent | undefined;
  /** The line that the header stands on. */
  headerLine?: number | undefined;
  cwd?: string | undefined;
  model?: string | undefined;
  /** The name that the file gives the session. */
  title?: string | undefined;
  /** The first text that the user typed, cut at a limit. */
  firstPrompt?: string | undefined;
  /** How many turns the whole file has, where its bytes were looked through for it and tell. */
  turns?: number | undefined;
  problems: SessionProblem[];
}

/** Picks what a list shows out of the first events of a file. */
export interface HeadGatherer {
  head: SessionHead;
  add(outcomes: readonly Outcome[]): void;
  /** Takes what a store told at once. */
  take(quick: QuickHead): void;
  /** All is known that was wanted. */
  readonly isComplete: boolean;
  /** How much is read for it at the most. */
  readonly mostBytes: number;
  /** Whether the first chunk says that there is nothing to read, which is then told. */
  refuses(chunk: Uint8Array): boolean;
  report(code: SessionProblemCode, message: string): void;
  end(): void;
}

const LFS_POINTER = new TextEncoder().encode('version https://git-lfs');

/** With `onlyIdentity` the header is enough. */
export function createHeadGatherer(file: SessionFile, onlyIdentity: boolean): HeadGatherer {
  const head: SessionHead = { problems: [] };
  const store = file.agent?.store;
  let isAnswered = false;
  let isRefused = false;
  let mostBytes: number = machineLimits.maxSessionHeadBytes;

  function report(code: SessionProblemCode, message: string): void {
    head.problems.push({ code, message, path: file.path });
  }

  function addEvent(event: ThreadEvent, line: number): void {
    // What a fork copied says nothing of it; a thread that was handed over is all that the session is about.
    if (event.inherited && !head.started?.origin) return;
    if (event.type === 'thread.started' && !head.started) {
      head.started = event;
      head.headerLine = line;
    }
    if (event.type === 'thread.started' || event.type === 'turn.started' || event.type === 'context') {
      head.model ??= event.model;
      head.cwd ??= event.cwd;
    }
    if (store?.title) head.title = store.title(event) ?? head.title;
    if (event.type !== 'item.started' && event.type !== 'item.completed') return;
    const { item } = event;
    if (item.type !== 'user_message') isAnswered = true;
    else if (!item.injected && item.text !== '' && head.firstPrompt === undefined) {
      head.firstPrompt = cut(store?.prompt?.(item.text) ?? item.text);
    }
  }

  return {
    head,
    report,
    add(outcomes) {
      for (const outcome of outcomes) {
        if (outcome.ok) for (const event of outcome.events) addEvent(event, outcome.line);
      }
    },
    take(quick) {
      const { firstPrompt } = quick;
      Object.assign(head, quick);
      if (firstPrompt !== undefined) head.firstPrompt = cut(store?.prompt?.(firstPrompt) ?? firstPrompt);
    },
    /** Old files name no model: it is then not waited for after the agent's first answer. */
    get isComplete() {
      if (onlyIdentity) return head.started !== undefined;
      return head.started !== undefined && head.firstPrompt !== undefined && (head.model !== undefined || isAnswered);
    },
    get mostBytes() {
      return mostBytes;
    },
    refuses(chunk) {
      // A document over many lines tells nothing before its end.
      if (isOpening(chunk)) mostBytes = coreLimits.maxDocumentLength;
      if (chunk.length === 0) report('empty-file', 'the file is empty');
      else if (chunk[0] === LFS_POINTER[0] && LFS_POINTER.every((byte, index) => chunk[index] === byte)) {
        report('git-lfs-pointer', 'a pointer of Git LFS stands in place of the file; `git lfs pull` fetches it');
      } else return false;
      isRefused = true;
      return true;
    },
    end() {
      if (!isRefused && !head.started) {
        report('missing-session-meta', 'no record at its beginning says which session it is');
      }
    },
  };
}

/** A copy: a slice would keep the whole prompt in memory for as long as the list is. */
function cut(text: string): string {
  if (text.length <= machineLimits.maxFirstPromptLength) return text;
  return Buffer.from(text.slice(0, machineLimits.maxFirstPromptLength), 'utf16le').toString('utf16le');
}

/** The first line is nothing but a bracket. */
function isOpening(chunk: Uint8Array): boolean {
  const [first] = chunk;
  if (first === 0x7b && chunk[1] === 0x22) return false;
  return /^\s*[{[]\s*\n/.test(Buffer.from(chunk.subarray(0, 16)).toString('latin1'));
}
