import type { AgentVocabulary } from '../../core/messages/vocabularies/registry.ts';
import type { ToolVocabulary } from '../../core/messages/vocabularies/vocabulary.ts';
import type { AgentName, ItemEvent, ThreadEvent, ThreadStartedEvent } from '../../core/thread/event.ts';
import type { AgentWires } from '../../core/wires/registry.ts';
import type { RepeatedLine, WireName } from '../../core/wires/wire.ts';
import type { CreateWriter } from '../../core/writers/writer.ts';
import type { HeadFacts } from '../facts/session-facts.ts';
import type { History } from './history.ts';
import type { OnSessionProblem } from './problem.ts';
import type { SessionSource } from './session-source.ts';

/** A short form of an agent's name, for pages with little room. */
export interface AgentMark {
  /** Two letters. */
  letters: string;
  /** CSS colours of the letters, for a light and for a dark page. */
  light: string;
  dark: string;
}

/** A store with the names of its agent. */
export interface AgentStore {
  name: AgentName;
  title: string;
  /** Default: the first two letters of the name, without a colour. */
  mark?: AgentMark | undefined;
  /** The environment variable that names the agent's home. Messages about missing sessions mention it. */
  homeVariable?: string | undefined;
  store: SessionStore;
  /** True for an agent that is known by description: nothing of it was recorded, and it may be read wrongly. */
  experimental?: boolean | undefined;
  /** Wires and tools of an agent that is in no registry. If absent, the registries' apply. */
  wires?: AgentWires['wires'] | undefined;
  vocabulary?: ToolVocabulary | undefined;
  keepsIds?: AgentVocabulary['keepsIds'] | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A folder in which an agent keeps its sessions. */
export interface Home {
  /** The given path, made absolute. */
  path: string;
  /** The path without symbolic links. Nothing outside of it is read. */
  realPath: string;
}

/** The folders that an environment names. */
export interface StoreHomes {
  paths: readonly string[];
  /** True if a variable names the folders. A missing one is then reported; a missing default folder is not. */
  isNamed: boolean;
}

/** The facts about a session that the path of its file gives. */
export interface FileIdentity {
  wire: WireName;
  /** The thread id, as `normaliseId` returns it. Absent if the name does not hold all of it. */
  threadId?: string | undefined;
  /** The id of the file, if it differs from the thread's. */
  rolloutId?: string | undefined;
  /** The thread whose agent started this one, if the path names it. */
  parentId?: string | undefined;
  /** The working folder, if the path names it. */
  cwd?: string | undefined;
  archived: boolean;
}

/** A session file as found on disk, before it is read. */
export interface SessionFile extends Omit<FileIdentity, 'wire'> {
  /** The agent that wrote it. Undefined for a file that was named by its path and could be any agent's. */
  agent: AgentStore | undefined;
  wire: WireName | 'auto';
  /** The path at which it was found. */
  path: string;
  /** The same path, without a symbolic link at its end. */
  realPath: string;
  /** The home in which it was found. Undefined for a file that was named by its path and lies in none. */
  home: string | undefined;
  compressed: boolean;
  /** True if it is not listed: another file of the thread replaces it, or nobody had a session there. */
  isSuperseded: boolean;
  /** Bytes on disk. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
  /** Of a file that was found in a home: its number in the file system, and the last change of anything about it. */
  inode?: number | undefined;
  changed?: number | undefined;
  /** The source of a session that is not a file of its own. `sourceOf` returns the source of every kind. */
  source?: SessionSource | undefined;
  /** Reads the bytes of another machine's file. Its paths mean nothing here, and are never looked up. */
  open?: (() => AsyncIterable<Uint8Array>) | undefined;
}

/** Finds the files that a session may continue, its own home first. It may return only those with the `id`. */
export type FilesAround = (id: string) => readonly SessionFile[] | Promise<readonly SessionFile[]>;

/** The facts of a header that agents write in different ways. */
export interface SessionOrigin {
  /** The program that started it: `exec`, `cli`, …; `subagent` for a thread that an agent started. */
  source?: string | undefined;
  parentId?: string | undefined;
}

/** An agent's note beside the file of a sub-agent. */
export interface AgentNote {
  /** The id of the call that started the sub-agent. */
  callId?: string | undefined;
  /** The task, in a few words. */
  title?: string | undefined;
}

/** A complete head. */
export type QuickHead = Omit<HeadFacts, 'firstAt'>;

/** Counts the turns of a session from its bytes, without parsing every record. */
export interface TurnScanner {
  /** Takes the next bytes. */
  push(chunk: Uint8Array): void;
  /** Returns the count and resets. Undefined if the bytes do not tell: the file is then read as events. */
  end(): number | undefined;
}

/** A session that is about to be written for an agent. */
export interface NewSession {
  /** A UUID. */
  id: string;
  /** The working folder, without symbolic links. */
  cwd: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** Rules for writing a thread as a session that an agent accepts as its own. */
export interface NewSessionRules {
  /** The form of an id that the agent takes, for one that does not take every UUID. */
  id?(id: string): string;
  /** Loads the writer of the agent's files when it is needed. */
  loadWriter(): Promise<CreateWriter>;
  /** The path of the file below the home: the names of the folders, then its own. */
  place(home: Home, session: NewSession): readonly string[];
}

/** Rules for giving a thread to an agent that takes one by a command of its own, as its database is not ours to write. */
export interface ImportRules {
  /** Loads the writer of what the command reads when it is needed. */
  loadWriter(): Promise<CreateWriter>;
  /** For an agent whose messages name the model to go on with: how it tells the one of its settings. */
  model?: { args: string[]; read(output: string): string | undefined };
  /** The arguments of the agent's program. */
  command(path: string, session: ImportedSession): string[];
  /** The id that the agent gave the session, from what its command printed. Undefined if it did not take it. */
  importedId(output: string): string | undefined;
}

/** What an import command is told beside the file. */
export interface ImportedSession {
  cwd: string;
  title: string | undefined;
}

/** Where an agent keeps more of a session than its file. */
export interface KeptBeside {
  /** Folders with an entry for each session, whose name begins with the whole id of the session. */
  folders: readonly string[];
  /** Files with lines of many sessions, such as a log of prompts. */
  shared: readonly string[];
}

/** A file with prompts of many sessions, which outlives them. */
export interface PromptLog {
  path: string;
  /** The working folder of all its prompts, if the log does not name it. */
  project?: string | undefined;
}

/** Remembers the titles at the ends of files that have not changed. */
export interface TitleEnds {
  /** The title at the end of a file; `read` is called if it is not known. */
  titleOf(file: SessionFile, read: () => string | undefined): string | undefined;
}

/** The way an agent keeps its sessions: all that differs between agents. Required: `homes`, `scan` and `identify`. */
export interface SessionStore {
  /** The homes named by the agent's variables, else the default one. They need not exist. */
  homes(env: Environment): StoreHomes;
  /** Finds the session files of a home without reading all of them. `scanFolders` suits most agents. */
  scan(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[];
  /** Identifies a session by its path alone, even another machine's. `home` is the part above the agent's own. */
  identify(path: string): (FileIdentity & { home?: string | undefined }) | undefined;
  /** Finds the session that is shown under a path but is not a file. Undefined if there is none. */
  find?(path: string, agent: AgentStore): SessionFile | undefined;
  /** A text that changes when sessions that are not files may have: `scan` then runs again. Undefined if unknown. */
  stamp?(home: Home): string | undefined;
  /** The working folder of a file on this machine, if something beside the file names it. */
  project?(path: string, home: string): string | undefined;
  /** The titles that a home keeps in one place, by thread id. `files`: those of the home, if they were found already. */
  titles?(
    home: Home,
    onProblem: OnSessionProblem,
    ends?: TitleEnds,
    files?: readonly SessionFile[],
  ): ReadonlyMap<string, string>;
  /** The title in the last bytes of a session's plain file, at most `maxTitleTailBytes`. `titles` finds the same. */
  tailTitle?(file: SessionFile, tail: Uint8Array): string | undefined;
  /** The time of the last record in the last bytes of a session's plain form. Without it, events tell the time. */
  lastTime?(tail: Uint8Array): number | undefined;
  /** True if `file` is the session, of two files of one thread in one home. `scan` follows it. */
  supersedes?(file: SessionFile, other: SessionFile): boolean;
  /** The title that an event of the session sets. Receives the first events one by one; a later title wins. */
  title?(event: ThreadEvent): string | undefined;
  /** Takes off what this agent's programs put around a prompt. The forms of the known agents come off without it. */
  prompt?(text: string): string;
  /** The whole output of a tool that the agent keeps in a file of its own, if the text refers to one. */
  wholeOutput?(file: SessionFile, text: string): string | undefined;
  /** Where a session comes from, as far as its header tells. */
  origin?(started: ThreadStartedEvent): SessionOrigin;
  /** The files that this one continues. */
  history?(file: SessionFile, started: ThreadStartedEvent, files: FilesAround): Promise<History>;
  /** True if ids are counted on each machine: two machines have threads of the same id that know nothing of each other. */
  localIds?: boolean;
  /** True if a fork holds the requests of its origin under new ids, with their times: what is older than its session is a copy. */
  forksRename?: boolean;
  /** The ids of the threads that a call started, as far as its item tells. */
  startedThreads?(event: ItemEvent): readonly string[];
  /** What the agent noted about a sub-agent beside its file. */
  agentNote?(file: SessionFile): AgentNote;
  /** True if `parent` may have started a file whose path names no parent; its header is then read. In doubt, true. */
  mayBeChild?(file: SessionFile, parent: SessionFile): boolean;
  /** Which lines that a session's file repeats of its sub-agents are in their own files. The path is the session's. */
  ownLines?(realPath: string): (line: RepeatedLine) => boolean;
  /** Makes a scanner that counts turns. Without it they are counted from events. */
  createTurnScanner?(): TurnScanner;
  /** Offset in the last bytes of the lines that give the status. -1: no mark. Undefined: ask a reader. */
  lastTurnMark?(tail: Uint8Array): number | undefined;
  /** Where the agent keeps more of a session than its file. The paths need not exist. */
  beside?(file: SessionFile, home: Home): KeptBeside;
  /** The logs of typed prompts in a home. They are read only when a person asks for them, and need not exist. */
  promptLogs?(home: Home): readonly PromptLog[];
  /** For an agent that can continue threads that it did not write. */
  newSession?: NewSessionRules;
  /** For one that takes them by a command of its own. */
  imports?: ImportRules;
  /** Reads the head from first bytes of the usual form. For speed alone: the events must give the same. */
  quickHead?(chunk: Uint8Array): QuickHead | undefined;
}

/** Orders by time, newest first. Copies may share one time; names begin with the time of the session. */
export function newestFirst(a: SessionFile, b: SessionFile): number {
  return b.modified - a.modified || (a.path < b.path ? 1 : -1);
}

/** The form in which ids are compared: exact, except for the letter case of a UUID and the URN prefix. */
export function normaliseId(id: string): string {
  const bare = id.trim().replace(/^urn:uuid:/i, '');
  return HEXADECIMAL.test(bare) ? bare.toLowerCase() : bare;
}

/** A UUID, or a part of one. Other ids may tell capitals from small letters. */
const HEXADECIMAL = /^[\da-f-]*$/i;
