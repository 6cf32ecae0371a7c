import { createThreadFacts } from '../../core/facts/thread-facts.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import { typedPrompt } from '../../core/tools/typed-prompt.ts';
import * as coreLimits from '../../limits/core.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { HeadFacts } from '../facts/session-facts.ts';
import { cutFirstPrompt } from './first-prompt.ts';
import type { SessionProblem, SessionProblemCode } from './problem.ts';
import type { QuickHead, SessionFile } from './store.ts';

export interface FileHead extends HeadFacts {
  /** The number of turns of the whole file, if its bytes were scanned and tell. */
  turns?: number | undefined;
  /** The time of the last record, if it was looked for and there is one. */
  lastAt?: number | undefined;
  problems: SessionProblem[];
}

/** Gathers the facts of a session, and tells when the beginning of its file gave all that a list shows. */
export interface FileHeadGatherer {
  head(): FileHead;
  add(outcomes: readonly Outcome[]): void;
  /** Takes the head that a store read at once. */
  take(quick: QuickHead): void;
  /** Takes the number of turns from a scan of the whole file. */
  takeTurns(scanned: number | undefined): void;
  /** Takes the time of the last record. If the last bytes tell none, the events tell it if `isAllRead`. */
  takeLast(time: number | undefined, isAllRead: boolean): void;
  /** True if everything wanted is known. */
  readonly isComplete: boolean;
  /** The maximum number of bytes to read. */
  readonly mostBytes: number;
  /** True if the first chunk shows that there is nothing to read. Reports the reason. */
  refuses(chunk: Uint8Array): boolean;
  report(code: SessionProblemCode, message: string): void;
  end(): void;
}

const LFS_POINTER = new TextEncoder().encode('version https://git-lfs');

/** With `onlyIdentity` the header is enough. */
export function createFileHead({ path, agent, size }: SessionFile, onlyIdentity: boolean): FileHeadGatherer {
  const store = agent?.store;
  const gatherer = createThreadFacts({
    title: store?.title && ((event) => store.title?.(event)),
    prompt: store?.prompt && ((text) => store.prompt?.(text) ?? text),
  });
  const { facts } = gatherer;
  const problems: SessionProblem[] = [];
  let turns: number | undefined;
  let lastAt: number | undefined;
  let isRefused = false;
  let isTaken = false;
  let events = 0;
  let mostBytes: number = machineLimits.maxSessionHeadBytes;

  /** Nothing but notes that the agent made beside a conversation, such as the state of files, to the end of the file. */
  function isStub(): boolean {
    const isSilent = facts.turns === 0 && facts.firstPrompt === undefined && !gatherer.isAnswered;
    return isSilent && events > 0 && facts.problems === 0 && size <= mostBytes;
  }

  function report(code: SessionProblemCode, message: string): void {
    problems.push({ code, message, path });
  }

  return {
    head() {
      const { started, headerLine, cwd, model, title, firstAt } = facts;
      const firstPrompt = facts.firstPrompt && cutFirstPrompt(facts.firstPrompt);
      return { started, headerLine, cwd, model, title, firstPrompt, firstAt, turns, lastAt, problems };
    },
    report,
    add(outcomes) {
      for (const outcome of outcomes) {
        gatherer.addOutcome(outcome);
        if (outcome.ok) events += outcome.events.length;
      }
    },
    take(quick) {
      Object.assign(facts, quick);
      if (quick.firstPrompt !== undefined) facts.firstPrompt = typedPrompt(quick.firstPrompt).text;
      isTaken = true;
    },
    takeTurns(scanned) {
      // Some turns of a fork are its parent's. The bytes do not tell.
      if (facts.started && !facts.started.forked_from_id) turns = scanned;
    },
    takeLast(time, isAllRead) {
      lastAt = time ?? (isAllRead ? facts.lastAt : undefined);
    },
    /** Old files name no model, so the agent's first answer ends the wait for it. */
    get isComplete() {
      if (onlyIdentity) return facts.started !== undefined;
      const isModelKnown = facts.model !== undefined || gatherer.isAnswered;
      return isTaken || (facts.started !== undefined && gatherer.isPromptKnown && isModelKnown);
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
      if (isRefused || facts.started) return;
      if (isStub()) report('no-conversation', 'the file holds no conversation');
      else report('missing-session-meta', 'no record at its beginning says which session it is');
    },
  };
}

/** True if the first line is only a bracket. */
function isOpening(chunk: Uint8Array): boolean {
  const [first] = chunk;
  if (first === 0x7b && chunk[1] === 0x22) return false;
  return /^\s*[{[]\s*\n/.test(Buffer.from(chunk.subarray(0, 16)).toString('latin1'));
}
