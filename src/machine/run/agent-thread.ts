import type { UnifiedMessage } from '../../core/messages/message.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import type { ThreadItem } from '../../core/thread/item.ts';
import { addUsage } from '../../core/thread/running-usage.ts';
import { createThread } from '../../core/thread/thread.ts';
import type { CountedUsage, Usage } from '../../core/thread/usage.ts';
import type { AgentOptions } from './agent-driver.ts';
import type { AgentRun } from './agent-run.ts';
import { createRunMessages } from './run-messages.ts';
import type { RunErrorCode, RunResult } from './run-result.ts';

/** A prompt, or its parts. Texts are joined by blank lines. */
export type ThreadInput = string | readonly InputPart[];
/** One part of what a thread is given. */
export type InputPart = { type: 'text'; text: string } | { type: 'local_image'; path: string };

/** The past of a thread that is resumed. */
export interface ThreadPast {
  /** The number of the next turn, counted in the thread's own file. Default: 1. */
  firstTurn?: number | undefined;
  /** Usage of the thread so far, if known. With it, a running total gives the turn's own usage. */
  priorUsage?: Usage | undefined;
}

/** What is known of a thread that is resumed. */
export interface ResumeThreadOptions extends ThreadPast {
  /** Looks up the past at the first prompt, as `resumePoint` does. The run throws its exceptions. */
  history?: ((threadId: string) => Promise<ThreadPast>) | undefined;
}

/** What came of a turn. */
export interface TurnResult {
  /** The final state of the items, in the order of their first appearance. */
  items: readonly ThreadItem[];
  /** The assistant's last text; empty if there is none. */
  finalResponse: string;
  /** The agent's own count: for Codex a total of the thread. Null if it gave none. */
  usage: CountedUsage | null;
  /** Usage of this turn alone, if known. */
  turnUsage: CountedUsage | undefined;
  /** The prompt and its results, as `loadSession` returns them later, ids included. */
  messages: readonly UnifiedMessage[];
  /** The requested thread, if the agent continued another one instead. */
  missedThreadId: string | undefined;
}

/** A turn whose events are read as they come. */
export interface StreamedTurn {
  /** Leaving the loop ends the agent. Throws a TurnError at the end if the run failed. */
  events: AsyncGenerator<ThreadEvent, void, undefined>;
  /** The same run, for stopping it and for its result. Its own `events` are in use. */
  run: AgentRun;
}

/** A turn that failed. It carries what came before the failure. */
export class TurnError extends Error {
  override readonly name = 'TurnError';
  /** Why the run failed, for programs. */
  readonly code: RunErrorCode;
  /** How the run ended. */
  readonly result: RunResult;
  /** The results so far. Undefined for `runStreamed`, whose reader has them. */
  readonly turn: TurnResult | undefined;

  constructor(result: RunResult, turn?: TurnResult) {
    super(result.error?.message ?? 'the turn failed');
    this.code = result.error?.code ?? 'turn-failed';
    this.result = result;
    this.turn = turn;
  }
}

/** Starts one turn of a new thread, or of the one that `resume` names. */
export type StartTurn<Options> = (
  prompt: string,
  options: Partial<Options>,
  past: ThreadPast & { resume?: string | undefined },
) => AgentRun;

/** A conversation with an agent. Each prompt continues the one before. One prompt at a time. */
export class AgentThread<Options extends AgentOptions = AgentOptions> {
  readonly #startTurn: StartTurn<Options>;
  #id: string | undefined;
  #past: ThreadPast;
  #history: ResumeThreadOptions['history'];
  #isBusy = false;

  constructor(
    startTurn: StartTurn<Options>,
    id?: string,
    { history, firstTurn, priorUsage }: ResumeThreadOptions = {},
  ) {
    this.#startTurn = startTurn;
    this.#id = id;
    this.#past = { firstTurn, priorUsage };
    this.#history = history;
  }

  /** Undefined until the agent reports it. */
  get id(): string | undefined {
    return this.#id;
  }

  /**
   * Sends a prompt and waits for all its results. Throws a TurnError if the run failed.
   *
   * @example
   * import { CodexClient } from 'threadline/run';
   *
   * const thread = new CodexClient().startThread();
   * const { finalResponse, items } = await thread.run('Which files are here?', { timeoutMs: 60_000 });
   * console.log(finalResponse, items.length);
   */
  async run(input: ThreadInput, options: Partial<Options> = {}): Promise<TurnResult> {
    const { prompt, images } = readInput(input, options.images);
    const turn = await this.#begin(prompt, { ...options, images });
    const thread = createThread();
    const messages = createRunMessages({ prompt, images, firstTurn: turn.firstTurn });
    for await (const event of turn.follow()) {
      thread.push(event);
      messages.push(event);
    }
    messages.end();
    const result = await turn.run.completion;
    const gathered: TurnResult = {
      items: thread.items,
      finalResponse: thread.finalResponse,
      usage: result.usage ?? null,
      turnUsage: thread.turns.at(-1)?.turnUsage,
      messages: messages.messages,
      missedThreadId: result.missedThreadId,
    };
    if (!result.ok) throw new TurnError(result, gathered);
    return gathered;
  }

  /** Sends a prompt and returns its events as they come. */
  async runStreamed(input: ThreadInput, options: Partial<Options> = {}): Promise<StreamedTurn> {
    const { prompt, images } = readInput(input, options.images);
    const { run, follow } = await this.#begin(prompt, { ...options, images });
    async function* events(): StreamedTurn['events'] {
      yield* follow();
      const result = await run.completion;
      if (!result.ok) throw new TurnError(result);
    }
    return { events: events(), run };
  }

  async #begin(prompt: string, options: Partial<Options>) {
    if (this.#isBusy) throw new TypeError('the thread is at work: wait for the turn that it has');
    this.#isBusy = true;
    try {
      await this.#lookUpPast();
      const past = this.#past;
      const run = this.#startTurn(prompt, options, { ...past, resume: this.#id });
      return { run, firstTurn: past.firstTurn, follow: () => this.#follow(run) };
    } catch (error) {
      this.#isBusy = false;
      throw error;
    }
  }

  async #lookUpPast(): Promise<void> {
    const history = this.#history;
    if (!history || this.#id === undefined) return;
    this.#past = { ...this.#past, ...(await history(this.#id)) };
    this.#history = undefined;
  }

  /** Passes the events on and keeps count, even if the reader leaves. */
  async *#follow(run: AgentRun): AsyncGenerator<ThreadEvent, void, undefined> {
    let turns = 0;
    let used: Usage | undefined;
    try {
      for await (const event of run.threadEvents()) {
        if (event.type === 'turn.started') turns += 1;
        if (event.type === 'turn.completed' && event.turn_usage) used = sumUsage(used, event.turn_usage);
        yield event;
      }
    } finally {
      const { threadId, missedThreadId, usage } = await run.completion;
      const { firstTurn = 1, priorUsage } = missedThreadId === undefined ? this.#past : {};
      this.#id = threadId ?? this.#id;
      this.#past = {
        firstTurn: firstTurn + turns,
        priorUsage: used ? sumUsage(priorUsage, used) : (usage ?? priorUsage),
      };
      this.#isBusy = false;
    }
  }
}

function sumUsage(before: Usage | undefined, used: Usage): Usage {
  return before ? addUsage(before, used) : used;
}

function readInput(
  input: ThreadInput,
  images: readonly string[] = [],
): { prompt: string; images: readonly string[] | undefined } {
  if (typeof input === 'string') return { prompt: input, images: images.length > 0 ? images : undefined };
  const prompt = input.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const paths = [...images, ...input.flatMap((part) => (part.type === 'local_image' ? [part.path] : []))];
  return { prompt, images: paths.length > 0 ? paths : undefined };
}
