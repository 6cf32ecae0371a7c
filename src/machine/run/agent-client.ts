import type { Usage } from '../../core/thread/usage.ts';
import type { AgentDriver, AgentOptions, AgentTask } from './agent-driver.ts';
import { type AgentRun, startRun } from './agent-run.ts';
import { AgentThread, type ResumeThreadOptions, type StartTurn } from './agent-thread.ts';

/** A prompt for a new thread, with the options of one run. */
export type PromptRequest<Options extends AgentOptions> = Options & {
  /** Sent by stdin where the agent allows it, so that no prompt is taken for an option or is too long. */
  prompt: string;
};

/** A thread to go on with, with the options of one run. */
export type ResumingRequest<Options extends AgentOptions> = Options & {
  /** The thread's id or name, or `last` for the newest one. */
  resume: string;
  /** Without it, the agent only resumes the thread. */
  prompt?: string | undefined;
  /** The number of the next turn, counted in the thread's own file, for `createRunMessages`. */
  firstTurn?: number | undefined;
  /** Usage of the thread so far, if known. With it, a running total gives the turn's own usage. */
  priorUsage?: Usage | undefined;
};

/** The usage before a new thread. */
const NO_USAGE = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 };

/** The form of an id. Names of threads may be anything else. */
const THREAD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The fields that every request may have, besides the agent's own options. */
const COMMON: Readonly<Record<keyof AgentOptions | keyof ResumingRequest<AgentOptions> | 'history', true>> = {
  binary: true,
  model: true,
  cwd: true,
  images: true,
  env: true,
  cleanEnv: true,
  timeoutMs: true,
  idleTimeoutMs: true,
  signal: true,
  eventLog: true,
  onStderr: true,
  reader: true,
  prompt: true,
  resume: true,
  firstTurn: true,
  priorUsage: true,
  history: true,
};

/** Runs an agent. A bad request throws a TypeError at once; later failures are in the result. */
export class AgentClient<Options extends AgentOptions = AgentOptions> {
  readonly #driver: AgentDriver<Options>;
  readonly #options: Options;

  constructor(driver: AgentDriver<Options>, options: Options) {
    this.#driver = driver;
    this.#options = options;
  }

  /** Starts a new thread. */
  streamExec(request: PromptRequest<Options>): AgentRun {
    checkPrompt(request.prompt);
    return this.#start({ prompt: request.prompt }, request, NO_USAGE);
  }

  /** Goes on with a thread. */
  streamResume(request: ResumingRequest<Options>): AgentRun {
    const { prompt, resume, priorUsage } = request;
    if (prompt !== undefined) checkPrompt(prompt);
    if (typeof resume !== 'string') throw new TypeError('resume is the id of a session, or "last"');
    return this.#start({ prompt, resume }, request, priorUsage);
  }

  /**
   * Starts a conversation with its first prompt.
   *
   * @example
   * import { CodexClient } from 'threadline/run';
   *
   * const thread = new CodexClient({ skipGitRepoCheck: true }).startThread({ cwd: 'project' });
   * const { finalResponse } = await thread.run('Fix the tests');
   * console.log(finalResponse);
   */
  startThread(options: Partial<Options> = {}): AgentThread<Options> {
    return new AgentThread(this.#turnStarter(options));
  }

  /**
   * Continues a conversation.
   *
   * @example
   * import { CodexClient } from 'threadline/run';
   * import { lastSession, resumePoint } from 'threadline/sessions';
   *
   * const session = await lastSession({ agent: 'codex' });
   * const thread = new CodexClient().resumeThread(session?.id ?? '', { history: resumePoint });
   * console.log((await thread.run('Go on')).finalResponse);
   */
  resumeThread(threadId: string, options: Partial<Options> & ResumeThreadOptions = {}): AgentThread<Options> {
    if (typeof threadId !== 'string') throw new TypeError('a thread is resumed by its id');
    return new AgentThread(this.#turnStarter(options), threadId, options);
  }

  #turnStarter(threadOptions: Partial<Options>): StartTurn<Options> {
    return (prompt, turnOptions, { resume, priorUsage }) => {
      checkPrompt(prompt);
      const options = this.#merge(threadOptions, turnOptions);
      return this.#start({ prompt, resume }, options, resume === undefined ? NO_USAGE : priorUsage);
    };
  }

  #start(task: AgentTask, request: Partial<Options>, priorUsage: Usage | undefined): AgentRun {
    const driver = this.#driver;
    const options = this.#merge(this.#options, request);
    this.#check(options);
    const reader = { wire: driver.wire, agent: driver.agent, priorUsage, ...options.reader };
    const { resume } = task;
    return startRun(driver.prepare(task, options), {
      ...options,
      reader,
      askedThreadId: resume !== undefined && THREAD_ID.test(resume) ? resume : undefined,
      exitCodes: driver.exitCodes,
    });
  }

  /** Refuses options that the agent does not have: an ignored one might have been a safeguard. */
  #check(options: Options): void {
    for (const [name, value] of Object.entries(options)) {
      if (value === undefined || Object.hasOwn(COMMON, name) || Object.hasOwn(this.#driver.options, name)) continue;
      throw new TypeError(`${this.#driver.program} has no option ${name}`);
    }
    checkDuration('timeoutMs', options.timeoutMs);
    checkDuration('idleTimeoutMs', options.idleTimeoutMs);
  }

  /** Puts later options over earlier ones. Joins environments, and the options that the driver names. */
  #merge<Earlier extends Partial<Options>>(earlier: Earlier, later: Partial<Options>): Earlier {
    const merged: Earlier = { ...earlier };
    for (const [key, value] of Object.entries(later)) if (value !== undefined) Object.assign(merged, { [key]: value });
    const tables = Object.entries(this.#driver.options).flatMap(([name, how]) => (how === 'joined' ? [name] : []));
    for (const name of ['env', ...tables]) {
      Object.assign(merged, { [name]: joinValues(Reflect.get(earlier, name), Reflect.get(later, name)) });
    }
    return merged;
  }
}

/** Concatenates lists. Merges tables; the later one's entries win. */
function joinValues(first: unknown, second: unknown): unknown {
  if (first === undefined || second === undefined) return second ?? first;
  return Array.isArray(first) && Array.isArray(second) ? [...first, ...second] : Object.assign({}, first, second);
}

/** Agents refuse an empty prompt, and a NUL would end an argument. */
function checkPrompt(prompt: unknown): void {
  if (typeof prompt !== 'string') throw new TypeError('the prompt is a text');
  if (prompt.trim() === '') throw new TypeError('the prompt is empty');
  if (prompt.includes('\0')) throw new TypeError('the prompt holds a NUL character');
}

function checkDuration(option: string, value: unknown): void {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return;
  throw new TypeError(`${option} is a number of milliseconds`);
}
