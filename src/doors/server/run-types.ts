import type { ToldEffect } from '../../machine/live/told-effects.ts';
import type { Row } from './row-types.ts';

/** The part of the contract with `web/` for agents that run here. `api-types.ts` has the rest. */

/** `idle`: its turn is over, and it takes the next prompt. */
export type RunStatus = 'starting' | 'waiting' | 'running' | 'stopping' | 'idle' | 'ended';

/** An agent under control. `GET /api/runs` is a list of them, those that wait first. */
export interface ApiRun {
  /** Ours, for the routes below `/api/runs`. */
  id: string;
  /** The session's key, `<agent>/<id>`, once the agent has told it. */
  session?: string;
  agent: string;
  /** The first prompt, in one line. */
  title: string;
  cwd: string;
  /** The same in short: `~/parser-lab`. */
  folder: string;
  mode: RunMode;
  model?: string;
  status: RunStatus;
  /** When the status began, in milliseconds since 1970. */
  since: number;
  startedAt: number;
  /** What waits for a person, the oldest first; the number of all that wait stands in `waiting`. */
  question?: ApiQuestion;
  waiting: number;
  /** Texts that wait for the end of the turn. */
  queued: string[];
  limits: RunLimits;
  /** `usd` is null if the model has no price: then a limit of dollars does not hold. */
  spent: { usd: number | null; tokens: number; ms: number };
  /** The tokens of the last request and the window of the model, if the agent tells them. */
  context?: { used: number; window: number };
  /** What the agent takes. `asks`: `as-configured` if a file lets it act unasked. */
  can: { steer: boolean; asks: 'all' | 'as-configured' };
  /** What was allowed for this run, to the byte. */
  allowed: string[];
  warnings: string[];
  plan?: { text: string; state: 'done' | 'doing' | 'open' }[];
  changed: { path: string; add: number; del: number }[];
  /** The command that runs, if one does. */
  now?: string;
  /** Why it could not begin, or why it ended. */
  error?: { code: string; message: string };
}

export type RunMode = 'ask' | 'edits' | 'plan';

/** What a run may use. `ms`: the time of one turn, without what it waits for a person. */
export interface RunLimits {
  usd?: number;
  tokens?: number;
  ms?: number;
}

/** What an agent asks. `ask`: it asks the person something, all others ask for an approval. */
export interface ApiQuestion {
  id: string;
  /** The hash of what is asked. An answer carries it: it is for what was shown, and for nothing else. */
  shown: string;
  kind: 'command' | 'patch' | 'network' | 'other' | 'ask';
  title: string;
  tool?: string;
  command?: string;
  /** All arguments of the call, as JSON. */
  input?: string;
  cwd: string;
  changes?: { path: string; kind: string; movePath?: string; diff?: string; content?: string }[];
  url?: string;
  /** Computed from the words, never the agent's claim. The last one says what is not known. */
  effects: ToldEffect[];
  /** The agent's own words. */
  reason?: string;
  parts?: { id: string; text: string; header?: string; options: ApiOption[]; multiple: boolean; secret: boolean }[];
  /** When it was asked. */
  at: number;
  /** What may be answered: in this run, with other arguments, with a reason that the agent passes on. */
  can: { once: boolean; run: boolean; edit: boolean; say: boolean };
}

export interface ApiOption {
  label: string;
  description?: string;
}

/** `GET /api/runs/start`: what a run can be started with, and what earlier lives of this server left and we ended. */
export interface ApiRunStart {
  schema: number;
  agents: { name: string; isInstalled: boolean; hint: string }[];
  /** Folders of the list that are there, newest first, then those that were named. Below `roots` any folder will do. */
  folders: string[];
  roots: string[];
  left: { agent: string; session?: string; processes: string[]; ended: number }[];
}

/** `GET /api/runs/:id`. */
export interface ApiRunRows {
  schema: number;
  run: ApiRun;
  /** The last rows. They have numbers of their own, not those of the session's page. */
  rows: Row[];
  total: number;
}

/** `POST /api/runs`. Other members are refused: nothing here makes an agent ask less. */
export interface RunStartBody {
  agent: string;
  prompt: string;
  cwd: string;
  model?: string;
  mode?: RunMode;
  limits?: RunLimits;
  /** The key of a session to go on with. */
  resume?: string;
  page?: string;
}

/** `POST /api/runs/:id/answer`. 409 if this is not what waits now. `run`: this exact call, for the life of this run. */
export interface RunAnswerBody {
  question: string;
  shown: string;
  decision: 'once' | 'run' | 'decline';
  /** Another command, or other arguments as JSON. */
  edited?: string;
  /** Why it is declined. */
  say?: string;
  /** For `ask`: texts by the id of each part. */
  answers?: Record<string, string[]>;
  page?: string;
}

/** `POST /api/runs/:id/input`. */
export interface RunInputBody {
  text: string;
  when: 'now' | 'after';
  page?: string;
}

/** `POST /api/runs/:id/stop`: ends the turn and what it started; with `end`, the agent too. */
export interface RunStopBody {
  end?: boolean;
  page?: string;
}

/** Events of `GET /api/events?run=<id>`: all runs first, then each that changed; rows of the one that was asked for. */
export type RunEvent =
  | { event: 'runs'; data: { runs: ApiRun[] } }
  | { event: 'run'; data: { run: ApiRun } }
  | { event: 'question'; data: { run: string; question: ApiQuestion } }
  | { event: 'answered'; data: { run: string; question: string; by: string; decision: string } }
  | { event: 'run-rows'; data: { run: string; rows: Row[]; total: number } };
