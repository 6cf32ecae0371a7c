import { type AgentRun, startRun } from './agent-run.ts';
import { type CodexCommandOptions, prepareCodex } from './agents/codex-command.ts';
import type { CodexOptions, ExecRequest, ResumeRequest } from './agents/codex-options.ts';

/** What holds for every run of a client. */
export type CodexClientOptions = CodexCommandOptions;

/** Nothing was used before a new thread. */
const NO_USAGE = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 };

/**
 * Runs `codex exec --json`. A bad request throws a TypeError before anything is started; whatever happens later stands
 * in the result. Relative paths mean this process's working folder.
 */
export class CodexClient {
  readonly #options: CodexClientOptions;

  constructor(options: CodexClientOptions = {}) {
    this.#options = options;
  }

  /** Begins a new thread. */
  streamExec(request: ExecRequest): AgentRun {
    checkPrompt(request.prompt);
    const options = this.#merge(request);
    const reader = { priorUsage: NO_USAGE, ...options.reader };
    return startRun(prepareCodex({ prompt: request.prompt }, options), { ...options, reader });
  }

  /** Goes on with a thread. */
  streamResume(request: ResumeRequest): AgentRun {
    const { prompt, resume, priorUsage } = request;
    if (prompt !== undefined) checkPrompt(prompt);
    if (typeof resume !== 'string') throw new TypeError('resume is the id of a session, or "last"');
    const options = this.#merge(request);
    const reader = { ...(priorUsage ? { priorUsage } : {}), ...options.reader };
    return startRun(prepareCodex({ prompt, resume }, options), { ...options, reader });
  }

  /** The request's options over the client's; settings and environments are joined. */
  #merge(request: CodexOptions): CodexClientOptions {
    const client = this.#options;
    const merged: CodexClientOptions = { ...client };
    for (const [key, value] of Object.entries(request))
      if (value !== undefined) Object.assign(merged, { [key]: value });
    merged.env = { ...client.env, ...request.env };
    merged.config = { ...client.config, ...request.config };
    merged.configOverrides = [...(client.configOverrides ?? []), ...(request.configOverrides ?? [])];
    checkDuration('timeoutMs', merged.timeoutMs);
    checkDuration('idleTimeoutMs', merged.idleTimeoutMs);
    return merged;
  }
}

/** Codex itself refuses an empty prompt, and a NUL would end an argument. */
function checkPrompt(prompt: unknown): void {
  if (typeof prompt !== 'string') throw new TypeError('the prompt is a text');
  if (prompt.trim() === '') throw new TypeError('the prompt is empty');
  if (prompt.includes('\0')) throw new TypeError('the prompt holds a NUL character');
}

function checkDuration(option: string, value: unknown): void {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return;
  throw new TypeError(`${option} is a number of milliseconds, not ${String(value)}`);
}
