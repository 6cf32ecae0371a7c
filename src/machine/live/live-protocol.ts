import type { FileChange } from '../../core/thread/item.ts';
import type { WireName } from '../../core/wires/wire.ts';
import type { Answer, AnsweredBy, AnswerKind, ApprovalKind, QuestionPart } from './ask.ts';
import type { Abilities, LiveInput, LiveMode, Said, TurnEnd } from './live-session.ts';

/** A frame that is written to the agent, one a line. */
export type Frame = Readonly<Record<string, unknown>>;

/** A line of the agent that is one JSON object. */
export type AgentLine = Readonly<Record<string, unknown>>;

/** An approval as a driver reads it. */
export interface ApprovalRequest {
  /** The agent's own id of the request. */
  key: string;
  kind: ApprovalKind;
  title: string;
  thread_id?: string | undefined;
  item_id?: string | undefined;
  agent_id?: string | undefined;
  reason?: string | undefined;
  tool?: string | undefined;
  command?: string | undefined;
  input?: unknown;
  changes?: readonly FileChange[] | undefined;
  url?: string | undefined;
  cwd?: string | undefined;
  /** What the agent takes. `allow-session` is ours and is added where two requests can be told equal. */
  allows: readonly AnswerKind[];
  words?: Partial<Record<AnswerKind, string>>;
  /** Writes the answer to the agent. It is called once at most. */
  reply(answer: Answer, by: AnsweredBy): void;
}

/** A question as a driver reads it. */
export interface QuestionRequest {
  key: string;
  questions: readonly QuestionPart[];
  answerable: boolean;
  /** Writes the answers, or a refusal. It is called once at most. */
  reply(answers: Record<string, string[]> | undefined, reason: string | undefined, by: AnsweredBy): void;
}

/** What a driver tells the session, and what it may ask of it. */
export interface LiveLink {
  /** Writes a frame. Does nothing once the process is gone. */
  write(frame: Frame): void;
  approval(request: ApprovalRequest): void;
  question(request: QuestionRequest): void;
  /** The agent no longer wants an answer. */
  withdrawn(key: string): void;
  /** The agent's turn began, or its id became known. */
  turnStarted(id?: string): void;
  turnEnded(end: TurnEnd): void;
  /** The id of the session, and its file where the agent tells it. */
  identified(id: string, file?: string): void;
  mode(mode: string, model?: string): void;
  warn(message: string, file?: string): void;
  /** An error of the agent that ends nothing. */
  error(message: string): void;
  /** The agent cannot be kept in its bounds: the session is closed. */
  abandon(reason: string): void;
  /** Runs an action in which the agent tells what was before. Its lines of that time are no events. */
  replaying<T>(action: () => Promise<T>): Promise<T>;
  /** The texts that wait for an agent which asks for them in the middle of a turn. They are its from then on. */
  takeQueued(): string[];
}

/** What is known when a driver begins. */
export interface LiveStart {
  cwd: string;
  resume: string | undefined;
  fork: boolean;
  model: string | undefined;
  mode: LiveMode;
  dangerouslyBypass: boolean;
}

/**
 * One protocol between a client and an agent. A driver keeps no approvals: it reads requests and writes answers. It never
 * throws for what an agent writes.
 */
export interface LiveProtocol {
  /** The wire that reads the agent's lines. */
  readonly wire: WireName;
  readonly can: Abilities;
  /** True for a frame of ours that belongs to the thread: the agent does not repeat prompts. */
  tells?(frame: Frame): boolean;
  /** False for lines that `receive` need not see: deltas are many. The text is the raw line. */
  concerns(line: string): boolean;
  receive(line: AgentLine): void;
  /** Greets the agent, opens or resumes the session and sets the mode. Rejects where the agent does not confirm it. */
  open(): Promise<void>;
  /** Begins a turn. */
  prompt(input: LiveInput): Promise<void>;
  /** Passes text to the running turn. Absent where the agent takes none. */
  steer?: ((input: LiveInput) => Promise<Said>) | undefined;
  /** Asks the agent to end its turn. The session waits for the end. */
  interrupt(): Promise<void>;
  setModel(model: string): Promise<void>;
  setMode(mode: LiveMode): Promise<void>;
  /** The process is gone: nothing will be answered any more. */
  gone(reason: Error): void;
}
