import type { AgentName } from 'threadline';
import type { Call, NativeCall } from './answer.ts';
import type { Conversation } from './conversation.ts';

/** The folders of one recording, and where its model is. */
export interface Place {
  home: string;
  project: string;
  modelUrl: string;
}

/** A scripted model that listens. */
export interface RunningModel {
  url: string;
  close(): Promise<void>;
}

/** An agent that can be recorded: how to get it, set it up, start it, and which files it leaves. */
export interface RecordedAgent {
  name: AgentName;
  /** Its packages on npm, with the version at the end. */
  packages(version: string): readonly string[];
  /** Packages in the place of dependencies that are not published. */
  overrides?: Record<string, string>;
  /** The program in the folder of an installation. */
  program(folder: string): string | undefined;
  /** Files of its home, by path. What would go out to the network is turned off in them. */
  settings(place: Place): Record<string, string>;
  env(place: Place): Record<string, string>;
  /** What it is started with. `session` is the one to go on with. */
  argv(prompt: string, session?: string): readonly string[];
  /** Finds the session in what a run printed. */
  sessionId: RegExp;
  startModel(conversation: Conversation, place: Place): Promise<RunningModel>;
  /** The folder below its home in which it keeps sessions, and which files of it are theirs. */
  sessions: { folder: string; keep: RegExp };
}

/** How an agent's model does a thing by the agent's tools; undefined where it has no tool for it. */
export type Tools = (call: Call, place: Place) => NativeCall | undefined;

/** An argument of a shell, whatever it holds. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What every agent can do by its shell. */
export function byShell(call: Call): string | undefined {
  if (call.do === 'shell') return call.command;
  if (call.do === 'move') return `mv ${quoted(call.from)} ${quoted(call.to)}`;
  if (call.do === 'delete') return `rm ${quoted(call.path)}`;
  return undefined;
}
