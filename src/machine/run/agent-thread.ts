import type { UnifiedMessage } from '../../core/messages/message.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import type { ThreadItem } from '../../core/thread/item.ts';
import { addUsage } from '../../core/thread/running-usage.ts';
import { createThread } from '../../core/thread/thread.ts';
import type { Usage } from '../../core/thread/usage.ts';
import type { AgentOptions } from './agent-driver.ts';
import type { AgentRun } from './agent-run.ts';
import { createRunMessages } from './run-messages.ts';
import type { RunErrorCode, RunResult } from './run-result.ts';

/** A prompt, or its parts: texts are joined by blank lines. */
export type ThreadInput = string | readonly InputPart[];
export type InputPart = { type: 'text'; text: string } | { type: 'local_image'; path: string };

/** What came before, for a thread that goes on. */
export interface ThreadPast {
  /** The number of the turn that begins, as counted in the thread's own file; 1 by default. */
  firstTurn?: number | undefined;
  priorUsage?: Usage | undefined;
}

export interface ResumeThreadOptions extends ThreadPast {
  /** Looks up what came before at the first prompt, as `resumePoint` does. The run throws what it throws. */
  history?: ((threadId: string) => Promise<ThreadPast>) | undefined;
}

export interface TurnResult {
  /** The items in their last state, in the order in which they first appeared. */
  items: readonly ThreadItem[];
  /** The assistant's last text; empty when there is none. */
  finalResponse: string;
  /** The agent's own count: for Codex a total of the thread. Null when it told none. */
  usage: Usage | null;
  /** What this turn alone used, where it can be known. */
  turnUsage: Usage | undefined;
  /** The prompt and all that came of it, as `loadSession` gives them later, ids included. */
  messages: readonly UnifiedMessage[];
  /** The thread that was asked for, when the agent took up another one instead. */
  missedThreadId: string | undefined;
}

export interface StreamedTurn {
  /** Ends the agent when the loop is left. Throws a TurnError at its end when the run failed. */
  events: AsyncGenerator<ThreadEvent, void, undefined>;
  /** The same run: to stop it, or for how it ended. Its own `events` are taken. */
  run: AgentRun;
}

/** A turn that failed. What had come of it until then is not lost. */
export class TurnError extends Error {
  override readonly name = 'TurnError';
  readonly code: RunErrorCode;
  readonly result: RunResult;
  /** What came of the prompt; undefined for `runStreamed`, whose reader has it. */
  readonly turn: TurnResult | undefined;

  constructor(result: RunResult, turn?: TurnResult) {
    super(result.error?.message ?? 'the turn failed');
    this.code = result.error?.code ?? 'turn-failed';
    this.result = result;
    this.turn = turn;
  }
}

/** Starts one turn: of a new thread, or of the one that `resume` names. */
export type StartTurn<Options> = (
  prompt: string,
  options: Partial<Options>,
  past: ThreadPast & { resume?: string | undefined },
) => AgentRun;

/** A conversation with an agent: each prompt goes on where the one before ended. One prompt at a time. */
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

  /** Undefined until the agent has told it. */
  get id(): string | undefined {
    return this.#id;
  }

  /**
   * Gives the agent a prompt and waits for all that comes of it. Throws a TurnError when the run failed.
   * @example
   * const { finalResponse, items } = await thread.run('Which files are here?', { timeoutMs: 60_000 });
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

  /** Gives the agent a prompt and its events as they come. */
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

  /** Passes the events on and keeps count, also when whoever reads them leaves. */
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
