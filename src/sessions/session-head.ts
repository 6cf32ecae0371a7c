import { ThreadlineError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../thread/event.ts';
import { createEventReader } from '../wires/event-reader.ts';
import { headBytes } from './plain-bytes.ts';
import type { SessionProblem, SessionProblemCode } from './problem.ts';
import { type SessionFile, wireOf } from './session-file.ts';

/** What the beginning of a session file tells. */
export interface SessionHead {
  /** The first header; later ones are copies of a parent's. */
  started?: ThreadStartedEvent;
  cwd?: string;
  model?: string;
  /** The first text that the user typed, cut at a limit. */
  firstPrompt?: string;
  problems: SessionProblem[];
}

const LFS_POINTER = new TextEncoder().encode('version https://git-lfs');

/**
 * Reads the beginning of a session file: until all is known, at most a limit. With `onlyIdentity`, until the header.
 * Never throws: what is wrong with the file stands in `problems`.
 */
export async function readHead(file: SessionFile, onlyIdentity = false): Promise<SessionHead> {
  const head: SessionHead = { problems: [] };
  const gatherer = createGatherer(head);
  const reader = createEventReader({ wire: wireOf(file) });
  const isComplete = () => (onlyIdentity ? head.started !== undefined : gatherer.isComplete);
  let bytes = 0;

  function report(code: SessionProblemCode, message: string): void {
    head.problems.push({ code, message, path: file.path });
  }

  try {
    for await (const chunk of headBytes(file)) {
      if (bytes === 0 && isLfsPointer(chunk)) {
        report('git-lfs-pointer', 'a pointer of Git LFS stands in place of the file; `git lfs pull` fetches it');
        return head;
      }
      bytes += chunk.length;
      for (const outcome of reader.push(chunk)) if (outcome.ok) outcome.events.forEach(gatherer.add);
      if (isComplete() || bytes >= limits.maxSessionHeadBytes) break;
    }
    // What the reader still holds is of use only if it is the last line, and not one that was cut here.
    if (!isComplete() && bytes < limits.maxSessionHeadBytes) {
      for (const outcome of reader.end()) if (outcome.ok) outcome.events.forEach(gatherer.add);
    }
    if (bytes === 0) report('empty-file', 'the file has no bytes');
    else if (!head.started) report('missing-session-meta', 'no record at its beginning says which session it is');
  } catch (error) {
    report(problemCode(error), error instanceof Error ? error.message : String(error));
  }
  return head;
}

/** Picks what a list shows out of the first events. */
function createGatherer(head: SessionHead) {
  let isAnswered = false;

  function add(event: ThreadEvent): void {
    if (event.inherited) return;
    if (event.type === 'thread.started') head.started ??= event;
    if (event.type === 'thread.started' || event.type === 'turn.started' || event.type === 'context') {
      head.model ??= event.model;
      head.cwd ??= event.cwd;
    }
    if (event.type !== 'item.started' && event.type !== 'item.completed') return;
    const { item } = event;
    if (item.type !== 'user_message') isAnswered = true;
    else if (!item.injected && item.text !== '') head.firstPrompt ??= item.text.slice(0, limits.maxFirstPromptLength);
  }

  return {
    add,
    /** Old files name no model: it is then not waited for after the agent's first answer. */
    get isComplete() {
      return head.started !== undefined && head.firstPrompt !== undefined && (head.model !== undefined || isAnswered);
    },
  };
}

function isLfsPointer(chunk: Uint8Array): boolean {
  return LFS_POINTER.every((byte, index) => chunk[index] === byte);
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
