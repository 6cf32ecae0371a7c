import type { Problem } from '../../errors.ts';
import type { MessageBuilder } from '../messages/message-builder.ts';
import type { AgentVocabulary } from '../messages/vocabularies/registry.ts';
import type { ThreadOrigin } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import type { Wire } from '../wires/wire.ts';
import type { TurnRange } from './message-filter.ts';
import type { ThreadHead } from './thread-head.ts';

/** Writes a thread in some shape, as it is read. */
export interface Writer {
  /** Takes what a line of the input gave, and gives the text that can be written by now, in pieces. */
  push(outcome: Outcome): string[];
  /** Ends the input and gives the rest. */
  end(): string[];
}

/** What a shape can be asked for. One that has no use for an option does not look at it. */
export interface WriterOptions {
  /** Write what the CLI put in by itself, too, and turns that were taken back. */
  all?: boolean | undefined;
  /** The number of the first turn to come. */
  firstTurn?: number | undefined;
  /** Results of tools in messages of their own. */
  split?: boolean | undefined;
  /** False leaves out `_original`, the record that opened a message: two thirds of its size. */
  original?: boolean | undefined;
  /** What makes the messages, where the ordinary builder does not do: for a run whose prompt is known. */
  builder?: MessageBuilder | undefined;
  /** Messages of sub-agents, too, each with its `parent`. */
  agents?: boolean | undefined;
  /** What the tools of each agent are called; ours by default. */
  vocabularies?: readonly AgentVocabulary[] | undefined;
  /** Whether the input was printed or is kept on disk, once that is known. */
  kind?: (() => Wire['kind'] | undefined) | undefined;
  /** What is known of the thread as a whole, from a first reading of it. Without it, pages have that at their end. */
  head?: ThreadHead | undefined;
  /** False leaves out calls of tools, what came of them and what sub-agents did. */
  tools?: boolean | undefined;
  /** False leaves out the model's reasoning. */
  reasoning?: boolean | undefined;
  /** Only these turns. */
  turns?: TurnRange | undefined;
  /** `otlp`: with what was said. By default only how long it was. */
  content?: boolean | undefined;
  /** What the thread cost, in words, from whoever knows prices. */
  cost?: string | undefined;
  /** Session formats: the session that is to be written, where it is not simply a copy of the one that is read. */
  session?: SessionOptions | undefined;
  /** `codex-rollout`: `legacy` (by default), which every version of Codex reads, or `paginated`, which shows more. */
  style?: string | undefined;
  /** Session formats: told of each thing that is left out or cut, for the format or its agent does not take it. */
  onOmitted?: ((what: Omitted) => void) | undefined;
  /** Told of what the shape has no place for. */
  onProblem?: ((line: number, problem: Pick<Problem, 'code' | 'message'>) => void) | undefined;
}

/** What a session file says of itself. What is not given is taken from the thread, or derived from it. */
export interface SessionOptions {
  /** A UUID, in lower case; by default derived from agent and id of the thread that is read (`derivedId`). */
  id?: string | undefined;
  /** The folder that the agent is to work in. */
  cwd?: string | undefined;
  /** Whose thread it is; by default the one that is read. */
  origin?: ThreadOrigin | undefined;
  /** What lists call it, where the format has a place for that. */
  title?: string | undefined;
  /** A word to the model that stands before the thread. */
  note?: string | undefined;
}

/**
 * What a session format leaves out of a thread: the model's thinking, token counts of a turn, an image, the middle of a
 * long output, a sub-agent's own thread, a notice of the CLI, the missing end of a call (one that says so is written),
 * an input that is nested too deeply.
 */
export type Omitted = 'thinking' | 'usage' | 'image' | 'output' | 'agent' | 'notice' | 'result' | 'input';

export type CreateWriter = (options?: WriterOptions) => Writer;

/** Tells all that is wrong in a line, for shapes that have no place for it. */
export function reportOutcome(outcome: Outcome, onProblem: WriterOptions['onProblem']): void {
  if (!onProblem) return;
  if (!outcome.ok) onProblem(outcome.line, outcome.error);
  else for (const problem of outcome.problems) onProblem(outcome.line, problem);
}
