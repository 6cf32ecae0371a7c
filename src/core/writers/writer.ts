import type { Problem } from '../../errors.ts';
import type { MessageBuilder } from '../messages/message-builder.ts';
import type { AgentVocabulary } from '../messages/vocabularies/registry.ts';
import type { AgentName, ThreadOrigin } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import type { CountedUsage } from '../thread/usage.ts';
import type { Wire } from '../wires/wire.ts';
import type { TurnRange } from './message-filter.ts';
import type { ThreadHead } from './thread-head.ts';

/** Writes a thread in one shape while it is being read. */
export interface Writer {
  /** Takes the outcome of one line and returns the text that can be written so far, in pieces. */
  push(outcome: Outcome): string[];
  /** Ends the input and returns the remaining text. */
  end(): string[];
}

/** Options of a shape. A shape ignores the options that it has no use for. */
export interface WriterOptions {
  /** Also write text that the CLI added by itself, and turns that were taken back. */
  all?: boolean | undefined;
  /** The number of the first turn. */
  firstTurn?: number | undefined;
  /** Write results of tools as messages of their own. */
  split?: boolean | undefined;
  /** False leaves out `_original`, the record that opened a message. It is two thirds of a message's size. */
  original?: boolean | undefined;
  /** Replaces the ordinary message builder, for a run whose prompt is known. */
  builder?: MessageBuilder | undefined;
  /** Also write messages of sub-agents, each with its `parent`. */
  agents?: boolean | undefined;
  /** The tool names of each agent. Defaults to ours. */
  vocabularies?: readonly AgentVocabulary[] | undefined;
  /**
   * `events`, `messages`, `ndjson`: says whose thread it is, for the mark on the first line. Give it, because that line
   * may come before the one that names the agent.
   */
  agent?: (() => AgentName | undefined) | undefined;
  /** Says whether the input was printed or is kept on disk, once that is known. */
  kind?: (() => Wire['kind'] | undefined) | undefined;
  /** The facts of the whole thread, from a first reading. Without them, pages put these facts at their end. */
  head?: ThreadHead | undefined;
  /** False leaves out tool calls, their results and the work of sub-agents. */
  tools?: boolean | undefined;
  /** False leaves out the model's reasoning. */
  reasoning?: boolean | undefined;
  /** Write only these turns. */
  turns?: TurnRange | undefined;
  /** `otlp`: include the texts themselves. By default only their length is written. */
  content?: boolean | undefined;
  /** The cost of the thread, in words, from a caller who knows prices. */
  cost?: string | undefined;
  /** `atif`: the cost of a request in dollars, from a caller who knows prices. */
  requestCost?: ((request: CountedRequest) => number | undefined) | undefined;
  /** `atif`: keeps an image, given as base64 text, and returns the path to name it by. Without it a text stands for it. */
  saveImage?: ((mediaType: string, data: string) => string | undefined) | undefined;
  /** `atif`: the steps of sub-agents among those of the thread, by their times. */
  flat?: boolean | undefined;
  /** `atif`: the id of the session, for a wire that does not tell it. */
  threadId?: string | undefined;
  /** `html`: write a long thread as several pages. A piece that is a form feed alone stands between two of them. */
  parts?: PageParts | undefined;
  /** `summary`: the address of the whole thread, such as that of a run of CI. */
  link?: string | undefined;
  /** `summary`: the net changes of the thread and their commits, from a caller who knows them by their content. */
  changes?: KnownChanges | undefined;
  /** Session formats: the session to write, unless it is a plain copy of the one that is read. */
  session?: SessionOptions | undefined;
  /** `codex-rollout`: `legacy` (the default), which every version of Codex reads, or `paginated`, which shows more. */
  style?: string | undefined;
  /** Session formats: called for each thing left out or cut because the format or its agent does not take it. */
  onOmitted?: ((what: Omitted) => void) | undefined;
  /** Called for each problem that the shape has no place for. */
  onProblem?: ((line: number, problem: Pick<Problem, 'code' | 'message'>) => void) | undefined;
}

/** What a thread changed in the end, and the commits that have its lines. */
export interface KnownChanges {
  /** Lines added and removed, by path. */
  files: readonly { path: string; added: number; removed: number }[];
  /** Full names of commits, each with how many lines of the thread it has first. */
  commits: readonly { commit: string; lines: number }[];
}

/** A model request, and what it used. */
export interface CountedRequest {
  model: string | undefined;
  usage: CountedUsage;
  /** The time at which it began, in ISO 8601. */
  timestamp: string | undefined;
}

/** The pages of a long thread. */
export interface PageParts {
  /** The maximum bytes of a page. Texts that are too long for one are cut. */
  most: number;
  /** The name of a page's file, from 1. Pages link to each other by it. */
  name(part: number): string;
}

/** Facts that a session file states about itself. Missing options are taken or derived from the thread. */
export interface SessionOptions {
  /** A UUID in lower case. By default derived from the agent and the id of the thread that is read (`derivedId`). */
  id?: string | undefined;
  /** The folder in which the agent is to work. */
  cwd?: string | undefined;
  /** The thread that the session comes from. Defaults to the one that is read. */
  origin?: ThreadOrigin | undefined;
  /** The title in lists, if the format has a field for it. */
  title?: string | undefined;
  /** A note to the model, placed before the thread. */
  note?: string | undefined;
  /** The model that goes on, as the agent names it, for a format whose messages name one. */
  model?: string | undefined;
}

/**
 * Something that a session format leaves out: the model's thinking, token counts of a turn, an image, the middle of a
 * long output, a sub-agent's own thread, a notice of the CLI, the missing end of a call (an end that says so is
 * written), or an input that is nested too deeply.
 */
export type Omitted = 'thinking' | 'usage' | 'image' | 'output' | 'agent' | 'notice' | 'result' | 'input';

/** Makes a writer of one shape. */
export type CreateWriter = (options?: WriterOptions) => Writer;

/** Reports all problems of a line, for shapes that have no place for them. */
export function reportOutcome(outcome: Outcome, onProblem: WriterOptions['onProblem']): void {
  if (!onProblem) return;
  if (!outcome.ok) onProblem(outcome.line, outcome.error);
  else for (const problem of outcome.problems) onProblem(outcome.line, problem);
}
