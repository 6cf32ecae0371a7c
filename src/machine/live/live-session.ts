import type { EnvironmentChanges } from '../run/environment.ts';
import type { Ask, Policy } from './ask.ts';
import type { LiveEvent, LiveState } from './live-event.ts';

/** What is said to an agent: text, or text with images. */
export type LiveInput =
  | string
  | { text: string; images?: readonly ({ path: string } | { data: string; mediaType: string })[] };

/**
 * What the agent may do unasked. `ask`: only what it calls read-only itself, whatever its settings say. `edits`: also
 * changes of files below the folder. `plan`: nothing, it makes a plan. `native`: a mode that the agent itself lists.
 */
export type LiveMode = 'ask' | 'edits' | 'plan' | { native: string };

/** Options of `openLive`. */
export interface LiveOptions {
  /** The folder that the agent works in. */
  cwd: string;
  /** The id of a session to go on with, as `threadline/sessions` lists them. */
  resume?: string | undefined;
  /** Goes on in a copy of that session. */
  fork?: boolean | undefined;
  /** Default: the agent's own choice. */
  model?: string | undefined;
  /** Default: `ask`. */
  mode?: LiveMode | undefined;
  /** Must be true beside a native mode that allows everything. Nothing else sets it. */
  dangerouslyBypass?: boolean | undefined;
  /** Answers approvals before anybody is asked. */
  policy?: Policy | undefined;
  /** How long a policy may take before it counts as a refusal. Default: 10 seconds. */
  policyMs?: number | undefined;
  /** How long an approval may wait before it is denied. Default: as long as the session lives. */
  approvalMs?: number | undefined;
  /** How long an approval waits for somebody who reads. Default: 10 seconds. */
  readerGraceMs?: number | undefined;
  /** Aborting it closes the session. */
  signal?: AbortSignal | undefined;
  /** Changes to the environment; undefined removes a variable. */
  environment?: EnvironmentChanges | undefined;
  /** The agent's program, or the program and arguments before our own. Default: the one that is installed. */
  program?: string | readonly string[] | undefined;
  /** Silence of a turn, with nothing to answer, after which `turn.stalled` is told. Default: 2 minutes. */
  silenceMs?: number | undefined;
  /** Where journals and locks are kept. Default: `THREADLINE_HOME`, else threadline's folder in the user's data. */
  dataFolder?: string | undefined;
  /** Takes a session whose file grew in the last minute without us. */
  force?: boolean | undefined;
}

/** The end of a turn. */
export interface TurnEnd {
  status: 'completed' | 'failed' | 'aborted';
  error?: string;
}

/** A turn that began with `send`. */
export interface Turn {
  /** The agent's id of it, once it is known. */
  id?: string;
  /** Never rejects. */
  done: Promise<TurnEnd>;
}

/** What became of a text that was said while a turn ran. */
export interface Said {
  delivered: 'steered' | 'queued';
  /** Takes it back. False if it is too late. */
  withdraw?: () => Promise<boolean>;
}

/** A process that an earlier turn left in the background. */
export interface LeftProcess {
  pid: number;
  command: string;
}

/** The end of an interrupt: the turn is over, and nothing that it started is left. */
export interface Interrupted {
  turn_id?: string;
  survivors: 0;
  /** Processes that outlived the turn and were ended by us. */
  killed: number;
  /** What earlier turns left in the background. It lives until `close`. */
  left: readonly LeftProcess[];
}

/** The end of a session: its process and all that it started are gone. */
export interface Closed {
  exit_code: number | null;
  signal: string | null;
  survivors: 0;
  /** Processes that outlived the agent and were ended by us. */
  killed: number;
}

/** What this agent, in this version, can do. */
export interface Abilities {
  /** `all`: everything with an effect is asked. `as-configured`: a file of the person or the project can allow more. */
  asks: 'all' | 'as-configured';
  /** Text reaches the running turn. */
  steer: boolean;
  /** Text that comes while a turn runs is kept for the next one. */
  queue: boolean;
  'deny-reason': boolean;
  'allow-changed': boolean;
  'deny-goes-on': boolean;
  /** It asks the person questions and takes answers. */
  questions: boolean;
  models: boolean;
  /** The agent's own names of its modes. */
  modes: readonly string[];
  resume: boolean;
  fork: boolean;
  threads: boolean;
  viewers: boolean;
}

/** An agent under control, from `openLive` to `close`. Iterating it reads its events: one reader; `subscribe` for more. */
export interface LiveSession extends AsyncIterable<LiveEvent> {
  /** Equals the id of the session's file. Empty until the agent tells it, at the first `thread.started` at the latest. */
  readonly id: string;
  /** The session's file, where the agent tells it. */
  readonly file: string | undefined;
  readonly state: LiveState;
  readonly can: Abilities;
  /** How many events there were by now: `subscribe` takes it to begin with the next one. */
  readonly eventCount: number;
  /** The approvals and questions that wait now. */
  readonly open: readonly Ask[];
  /** Begins a turn. Throws `busy` while one runs. */
  send(input: LiveInput): Turn;
  /** Says something while a turn runs. `either` steers where the agent can, else it waits for the turn's end. */
  say(input: LiveInput, how?: 'steer' | 'queue' | 'either'): Promise<Said>;
  /** Denies what waits and ends the turn. Resolves when it is over and no child is left. */
  interrupt(): Promise<Interrupted>;
  /** Rejects where the agent does not confirm it. */
  setModel(model: string): Promise<void>;
  /** Rejects where the agent does not confirm it. */
  setMode(mode: LiveMode): Promise<void>;
  /** The events from number `from` on, those of the past first. */
  subscribe(from?: number): AsyncIterable<LiveEvent>;
  /** Denies what waits, interrupts, closes the agent's input, then ends it and all that it started. */
  close(how?: { graceMs?: number }): Promise<Closed>;
}
