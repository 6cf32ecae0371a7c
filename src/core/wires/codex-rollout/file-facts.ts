import { isHandedOverId, isImportedTurn } from '../../thread/hand-over.ts';
import { joinWords } from '../../tools/shell-words.ts';
import type { Header } from './header.ts';
import { folderOfContext } from './shapes/injected-context.ts';

/** What holds for a session file as a whole, as far as its records have told it. Only the functions here change it. */
export interface FileFacts {
  /** The thread that the file belongs to, once its header was read. */
  readonly threadId: string | undefined;
  /** The working folder, by the header, the turn or the context that the model was given. */
  readonly cwd: string | undefined;
  /** Finished items are recorded one by one (`item_completed`): what has none was never printed live. */
  readonly isPaginated: boolean;
  /**
   * Turns say when they began, so the CLI is one that prints the parts of a summary as one item, and a review's texts once
   * (0.117 and later; files show it from 0.120 on).
   */
  readonly printsItems: boolean;
  /** Records stand without an envelope, and so without events beside them. */
  readonly isBare: boolean;
  /** Records below this ordinal are what a sub-agent was given of its parent's history. */
  readonly ownFrom: number;
  /** The turn is one of the parent's, which a fork has copied into its own file. */
  readonly isCopied: boolean;
  /** The turn is one that a writer of ours handed over from another agent. */
  readonly isHandedOver: boolean;
  /** The same, whoever handed it over: Codex did not write it, so it does not show how Codex writes. */
  readonly isForeign: boolean;
  /** The command line of an argument list. A call and its finished item often have the same, so the last is kept. */
  commandLine(words: readonly string[]): string;
}

/** The same for the reader, which tells it what it finds. */
export interface LearningFacts extends FileFacts {
  /** The file's own header. */
  header(header: Header): void;
  /** A further header: that of the thread which this one was copied from, or of one before that. */
  otherHeader(id: string | undefined): void;
  folder(cwd: string | undefined): void;
  /** Context that the model was given: the folder may stand in it. */
  contextText(text: string): void;
  turn(id: string | undefined): void;
  /** What follows is of no turn that was handed over, until one begins. */
  turnEnd(): void;
  /** `item_completed` of an item that only paginated files have. */
  paginated(): void;
  turnWithTime(): void;
  bareRecord(): void;
}

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

export function createFileFacts(): LearningFacts {
  let forkedFrom: string | undefined;
  /** The header of the thread that this one was forked from stands in the file, and so do its turns. */
  let hasCopy = false;
  let lastWords: readonly string[] = [];
  let lastCommand = '';

  const facts: Changeable<LearningFacts> = {
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
      facts.folder(event.cwd);
      facts.isPaginated = isPaginated;
      facts.ownFrom = ownFrom;
      forkedFrom = event.forked_from_id;
    },
    otherHeader(id) {
      hasCopy ||= id !== undefined && id === forkedFrom;
    },
    folder(cwd) {
      if (cwd !== undefined) facts.cwd = cwd;
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
      facts.isHandedOver = false;
      facts.isForeign = false;
      facts.isCopied = false;
    },
    paginated() {
      facts.isPaginated = true;
    },
    turnWithTime() {
      facts.printsItems = true;
    },
    bareRecord() {
      facts.isBare = true;
    },
  };
  return facts;
}

const UUID_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/** Ids of the 7th kind begin with their time, so a turn of the parent's sorts before the thread that was forked later. */
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
