import type { AgentVocabulary } from '../../core/messages/vocabularies/registry.ts';
import type { ToolVocabulary } from '../../core/messages/vocabularies/vocabulary.ts';
import type { AgentName, ItemEvent, ThreadEvent, ThreadStartedEvent } from '../../core/thread/event.ts';
import { type AgentWires, agentWires } from '../../core/wires/registry.ts';
import type { WireName } from '../../core/wires/wire.ts';
import type { CreateWriter } from '../../core/writers/writer.ts';
import type { HeadFacts } from '../facts/session-facts.ts';
import type { History } from './history.ts';
import type { OnSessionProblem } from './problem.ts';
import type { SessionSource } from './session-source.ts';

/** How pages show an agent where its name is too long. */
export interface AgentMark {
  /** Two letters. */
  letters: string;
  /** The colour of the letters on a light and on a dark page, as CSS writes it. */
  light: string;
  dark: string;
}

export interface AgentStore {
  name: AgentName;
  title: string;
  /** By default the first two letters of its name, without a colour. */
  mark?: AgentMark | undefined;
  /** The variable of the environment that names its home, to be told to people whose sessions are not found. */
  homeVariable?: string | undefined;
  store: SessionStore;
  /** Its wires and its tools, for an agent that is none of ours: those of the registries hold where these are absent. */
  wires?: AgentWires['wires'] | undefined;
  vocabulary?: ToolVocabulary | undefined;
  keepsIds?: AgentVocabulary['keepsIds'] | undefined;
}

/** How to read a file: by the wires of its agent, where it brings its own; else by those of every agent at hand. */
export function readerOptionsOf(
  { wire, agent }: Pick<SessionFile, 'wire' | 'agent'>,
  agents: readonly AgentStore[] = [],
): { wire: WireName | 'auto'; agents?: AgentWires[] } {
  const given = (agent ? [agent] : agents).flatMap((own) => (own.wires ? [{ ...own, wires: own.wires }] : []));
  if (given.length === 0) return { wire };
  const others = agentWires.filter(({ name }) => given.every((own) => own.name !== name));
  return { wire, agents: agent ? given : [...given, ...others] };
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Home {
  /** As it was given, made absolute. */
  path: string;
  /** Without symbolic links: nothing outside of it is read. */
  realPath: string;
}

/** The folders that an environment names. */
export interface StoreHomes {
  paths: readonly string[];
  /** Someone asked for them by a variable: that one is missing is worth telling. Nobody asked for the usual place. */
  isNamed: boolean;
}

/** What the place and the name of a file tell of the session in it. */
export interface FileIdentity {
  wire: WireName;
  /** The thread, in the form that `normaliseId` gives; absent where the name does not hold it all. */
  threadId?: string | undefined;
  /** The file's own id, where it has one besides the thread's. */
  rolloutId?: string | undefined;
  /** The thread whose agent started this one, where the place says so. */
  parentId?: string | undefined;
  /** The working folder, where the place says it. */
  cwd?: string | undefined;
  archived: boolean;
}

/** A session's file as it was found: what can be told without reading it. */
export interface SessionFile extends Omit<FileIdentity, 'wire'> {
  /** Whose it is; undefined for a file that was named by its path and could be anyone's. */
  agent: AgentStore | undefined;
  wire: WireName | 'auto';
  /** Where it was found. */
  path: string;
  /** Where it is: the same without a symbolic link at its end. */
  realPath: string;
  /** The home that it was found in; undefined for a file that was named by its path and lies in none. */
  home: string | undefined;
  compressed: boolean;
  /** It is not listed: another file of the same thread took its place, or nobody had a session there. */
  isSuperseded: boolean;
  /** In bytes, as on disk. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
  /** Where its bytes come from, for a session that is no file of its own; `sourceOf` gives the source of every kind. */
  source?: SessionSource | undefined;
  /** The bytes of a file of another machine. Its names mean nothing here: none of them is ever looked up. */
  open?: (() => AsyncIterable<Uint8Array>) | undefined;
}

/** Where to look for a file that another goes on from, its own home first. It may give only those with the `id`. */
export type FilesAround = (id: string) => readonly SessionFile[] | Promise<readonly SessionFile[]>;

/** What a header says beyond what all agents say in the same way. */
export interface SessionOrigin {
  /** What started it: `exec`, `cli`, …; `subagent` for a thread that an agent started. */
  source?: string | undefined;
  parentId?: string | undefined;
}

/** What an agent notes beside the file of an agent that it started. */
export interface AgentNote {
  /** The id of the call that started it. */
  callId?: string | undefined;
  /** What it was to do, in a few words. */
  title?: string | undefined;
}

/** A head in which nothing is missing. */
export type QuickHead = Omit<HeadFacts, 'firstAt'>;

/** Counts the turns of a session in its bytes, without reading every record. */
export interface TurnScanner {
  push(chunk: Uint8Array): void;
  /** Undefined where the bytes do not tell: the file is then read as events. Begins anew after it. */
  end(): number | undefined;
}

export interface NewSession {
  /** A UUID. */
  id: string;
  /** The folder that the agent is to work in, without symbolic links. */
  cwd: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** How a thread comes to stand where an agent looks for its own. */
export interface NewSessionRules {
  /** The writer of its files, loaded only when it is needed. */
  loadWriter(): Promise<CreateWriter>;
  /** Where the file belongs: the names of the folders below the home, then its own. */
  place(home: Home, session: NewSession): readonly string[];
}

/** Where and how an agent keeps its sessions: all that differs. It must have `homes`, `scan` and `identify`. */
export interface SessionStore {
  /** Where to look, by the agent's own variables, else in its usual place. None of them needs to exist. */
  homes(env: Environment): StoreHomes;
  /** Finds the session files of a home without reading all of them. `scanFolders` does it for most. */
  scan(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[];
  /** Tells a session by its path alone, which may be another machine's. `home` is the part above the agent's own. */
  identify(path: string): (FileIdentity & { home?: string | undefined }) | undefined;
  /** The session that is shown under a path and is no file of its own; undefined where there is none. */
  find?(path: string, agent: AgentStore): SessionFile | undefined;
  /** Changes once sessions that are no files may have: `scan` is asked again. Undefined where nobody can tell. */
  stamp?(home: Home): string | undefined;
  /** The working folder of a file of this machine, where something beside the file says it. */
  project?(path: string, home: string): string | undefined;
  /** The names of sessions that a home keeps in one place, by thread id. */
  titles?(home: Home, onProblem: OnSessionProblem): ReadonlyMap<string, string>;
  /** The name that the last bytes of a session's plain file give it, at most `maxTitleTailBytes`: what `titles` finds there. */
  tailTitle?(file: SessionFile, tail: Uint8Array): string | undefined;
  /** Of two files of one thread in one home, whether the first is the session. What `scan` goes by. */
  supersedes?(file: SessionFile, other: SessionFile): boolean;
  /** The name that a record of the session itself gives it; the first events are asked one by one, a later one wins. */
  title?(event: ThreadEvent): string | undefined;
  /** What the person typed, without what a program put around it. */
  prompt?(text: string): string;
  /** The whole of a tool's output that the agent keeps in a file of its own, where the text in its place says so. */
  wholeOutput?(file: SessionFile, text: string): string | undefined;
  origin?(started: ThreadStartedEvent): SessionOrigin;
  /** The files that this one goes on from. */
  history?(file: SessionFile, started: ThreadStartedEvent, files: FilesAround): Promise<History>;
  /** The threads that a call started, by their ids, as far as its item tells. */
  startedThreads?(event: ItemEvent): readonly string[];
  agentNote?(file: SessionFile): AgentNote;
  /** Whether it may have started a file whose place names no parent, so that the header is read. Rather too often. */
  mayBeChild?(file: SessionFile, parent: SessionFile): boolean;
  createTurnScanner?(): TurnScanner;
  /** Where in the last bytes the lines begin that tell what it does; -1 without a mark, undefined: ask a reader. */
  lastTurnMark?(tail: Uint8Array): number | undefined;
  /** For an agent that goes on with threads that it did not write. */
  newSession?: NewSessionRules;
  /** The head, where the first bytes have the usual form. For speed alone: it must tell what the events would. */
  quickHead?(chunk: Uint8Array): QuickHead | undefined;
}

/** Newest first. Copied files may all have one time; their names begin with the time of the session. */
export function newestFirst(a: SessionFile, b: SessionFile): number {
  return b.modified - a.modified || (a.path < b.path ? 1 : -1);
}

/** An id in the form in which ids are compared: exactly, but for the case of its letters and the URN prefix. */
export function normaliseId(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '');
}
