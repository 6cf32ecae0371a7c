import { isHandedOverId, isImportedTurn } from '../../thread/hand-over.ts';
import { joinWords } from '../../tools/shell-words.ts';
import type { Header } from './header.ts';
import { folderOfContext } from './shapes/injected-context.ts';

/** Facts of a whole session file, as far as its records have told them. */
export interface FileFacts {
  /** The thread of the file, once its header was read. */
  readonly threadId: string | undefined;
  /** The working folder, from the header, the turn or the context given to the model. */
  readonly cwd: string | undefined;
  /** Finished items are recorded one by one (`item_completed`). A call without one was never printed live. */
  readonly isPaginated: boolean;
  /**
   * Turns have a start time, so the CLI prints the parts of a summary as one item, and a review's texts once (0.117 and
   * later; files show it from 0.120 on).
   */
  readonly printsItems: boolean;
  /** Records have no envelope, and so no events beside them. */
  readonly isBare: boolean;
  /** Records below this ordinal are the history that a sub-agent was given by its parent. */
  readonly ownFrom: number;
  /** The turn is the parent's. A fork has copied it into its own file. */
  readonly isCopied: boolean;
  /** The turn was handed over from another agent by a writer of ours. */
  readonly isHandedOver: boolean;
  /** The turn was handed over by anyone. Codex did not write it, so it does not show how Codex writes. */
  readonly isForeign: boolean;
  /** The command line of an argument list. The last is kept: a call and its finished item often have the same. */
  commandLine(words: readonly string[]): string;
}

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The facts for the reader, which adds what it finds. */
export interface LearningFacts extends Changeable<FileFacts> {
  /** The file's own header. */
  header(header: Header): void;
  /** A further header: that of the thread which was copied, or of one before that. */
  otherHeader(id: string | undefined): void;
  /** Takes context given to the model, which may name the folder. */
  contextText(text: string): void;
  turn(id: string | undefined): void;
  /** Ends the turn. Until another begins, records belong to no turn that was handed over. */
  turnEnd(): void;
}

export function createFileFacts(): LearningFacts {
  let forkedFrom: string | undefined;
  /** The file holds the header and the turns of the thread that this one was forked from. */
  let hasCopy = false;
  let lastWords: readonly string[] = [];
  let lastCommand = '';

  const facts: LearningFacts = {
    threadId: undefined,
    cwd: undefined,
    isPaginated: false,
    printsItems: false,
    isBare: false,
    ownFrom: 0,
    isCopied: false,
    isHandedOver: false,
    isForeign: false,
    commandLine(words) {
      if (!isSameList(words, lastWords)) {
        lastWords = words;
        lastCommand = joinWords(words);
      }
      return lastCommand;
    },
    header({ event, isPaginated, ownFrom }) {
      if (event.thread_id !== '') facts.threadId = event.thread_id;
      facts.cwd = event.cwd ?? facts.cwd;
      facts.isPaginated = isPaginated;
      facts.ownFrom = ownFrom;
      forkedFrom = event.forked_from_id;
    },
    otherHeader(id) {
      hasCopy ||= id !== undefined && id === forkedFrom;
    },
    contextText(text) {
      if (facts.cwd === undefined) facts.cwd = folderOfContext(text);
    },
    turn(id) {
      facts.isHandedOver = id !== undefined && isHandedOverId(id);
      facts.isForeign = facts.isHandedOver || (id !== undefined && isImportedTurn(id));
      facts.isCopied = facts.isForeign || (hasCopy && isOlder(id, facts.threadId));
    },
    turnEnd() {
      if (!facts.isForeign) return;
      facts.isHandedOver = facts.isForeign = facts.isCopied = false;
    },
  };
  return facts;
}

const UUID_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/** Ids of UUID version 7 begin with their time, so a turn of the parent sorts before the later fork. */
function isOlder(turnId: string | undefined, threadId: string | undefined): boolean {
  if (turnId === undefined || threadId === undefined) return false;
  const [turn, thread] = [turnId.toLowerCase(), threadId.toLowerCase()];
  return UUID_7.test(turn) && UUID_7.test(thread) && turn < thread;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}
