import { randomBytes } from 'node:crypto';
import type { ThreadEvent } from '../../../core/thread/event.ts';
import { ThreadlineError } from '../../../errors.ts';
import type { Ask, LiveEvent, LiveSession } from '../../../machine/live/index.ts';
import { UsedCount } from '../../../machine/live/used-count.ts';
import { hideSecrets } from '../hide-secrets.ts';
import { indexKey } from '../listed-head.ts';
import type { ApiQuestion, ApiRun, RunEvent, RunLimits, RunMode, RunStatus } from '../run-types.ts';
import { questionOf } from './ask-question.ts';
import { runPrice } from './run-price.ts';
import { createRunRows } from './run-rows.ts';

export interface RunOptions {
  agent: string;
  prompt: string;
  cwd: string;
  /** The folder in short. */
  folder: string;
  mode: RunMode;
  model?: string | undefined;
  limits: RunLimits;
  /** Tells the tabs that listen. */
  tell(run: Run, event: RunEvent): void;
  onChange(run: Run): void;
}

const MAX_TITLE = 160;
const MAX_NOTES = 20;

/** One agent under control, from its start to its end: what the page shows of it. */
export class Run {
  readonly id = randomBytes(16).toString('hex');
  readonly rows = createRunRows();
  readonly #options: RunOptions;
  readonly #used = new UsedCount();
  readonly #startedAt = Date.now();
  readonly #questions = new Map<string, ApiQuestion>();
  readonly #allowed: string[] = [];
  readonly #warnings: string[] = [];
  #queued: string[] = [];
  #session: LiveSession | undefined;
  #status: RunStatus = 'starting';
  /** By a monotonic clock, so that a clock that is set changes no figure. */
  #since = performance.now();
  #isStopping = false;
  #ms = 0;
  #now: string | undefined;
  #error: ApiRun['error'];
  readonly #starting = new AbortController();

  constructor(options: RunOptions) {
    this.#options = options;
  }

  get session(): LiveSession {
    if (!this.#session || this.#status === 'ended') throw new ThreadlineError('closed', 'the run is over');
    return this.#session;
  }

  /** Aborted if it is stopped before it began. */
  get cancelled(): AbortSignal {
    return this.#starting.signal;
  }

  /** Stops a run that has not begun. False if there is none to stop. */
  cancel(): boolean {
    if (this.#status !== 'starting' || this.#session) return false;
    this.#setStatus('stopping');
    this.#starting.abort();
    return true;
  }

  get status(): RunStatus {
    return this.#status;
  }

  get key(): string | undefined {
    return this.#session?.id ? indexKey(this.#options.agent, this.#session.id) : undefined;
  }

  get api(): ApiRun {
    const { agent, prompt, cwd, folder, mode, limits } = this.#options;
    const { input, output, context } = this.#used;
    const model = this.#used.model ?? this.#options.model;
    const [question] = this.#questions.values();
    const { plan, changed } = this.rows;
    return {
      id: this.id,
      agent,
      title: oneLine(hideSecrets(prompt)),
      cwd,
      folder,
      mode,
      status: this.#status,
      since: this.#since,
      startedAt: this.#startedAt,
      waiting: this.#questions.size,
      queued: hideSecrets(this.#queued),
      limits,
      spent: { usd: runPrice({ input, output, model }) ?? null, tokens: input + output, ms: this.#spentMs() },
      can: { steer: this.#session?.can.steer ?? false, asks: this.#session?.can.asks ?? 'all' },
      allowed: this.#allowed,
      warnings: this.#warnings,
      changed,
      ...(this.key !== undefined && { session: this.key }),
      ...(model !== undefined && { model }),
      ...(question && { question }),
      ...(context && { context }),
      ...(plan && { plan }),
      ...(this.#now !== undefined && this.#isRunning() && { now: this.#now }),
      ...(this.#error && { error: this.#error }),
    };
  }

  /** What waits, and what was shown of it. */
  findQuestion(id: string): { ask: Ask; question: ApiQuestion } | undefined {
    const question = this.#questions.get(id);
    const ask = this.#session?.open.find((open) => open.id === id);
    return question && ask && { ask, question };
  }

  /** Reads the session from its first event to its last. It resolves when the agent is gone. */
  async follow(session: LiveSession): Promise<void> {
    this.#session = session;
    for await (const event of session.subscribe()) this.#take(event);
    this.#end();
  }

  /** It could not begin. */
  fail(error: unknown): void {
    const code = error instanceof ThreadlineError ? error.code : 'internal';
    this.#error = { code, message: oneLine(hideSecrets(error instanceof Error ? error.message : String(error))) };
    this.#end();
  }

  noteAllowed(text: string): void {
    if (this.#allowed.length < MAX_NOTES) this.#allowed.push(oneLine(hideSecrets(text)));
  }

  /** While it stops, nothing else is its status. */
  async stopping<T>(action: () => Promise<T>): Promise<T> {
    this.#isStopping = true;
    this.#setStatus('stopping');
    try {
      return await action();
    } finally {
      this.#isStopping = false;
      if (this.#session && this.#status !== 'ended') this.#setStatus(statusOf(this.#session.state));
    }
  }

  #take(event: LiveEvent): void {
    this.#used.add(event);
    switch (event.type) {
      case 'approval.requested':
        this.#ask(event.approval);
        break;
      case 'question.asked':
        this.#ask(event.question);
        break;
      case 'approval.resolved':
        this.#answered(event.id, event.by, 'allow' in event.answer ? event.answer.allow : 'decline');
        break;
      case 'question.resolved':
        this.#answered(event.id, event.by, event.answers ? 'once' : 'decline');
        break;
      case 'live.state':
        this.#setState(event.state);
        break;
      case 'live.warning':
        this.warn(event.file === undefined ? event.message : `${event.message}: ${event.file}`);
        break;
      case 'turn.stalled':
        this.warn(`the agent has said nothing for ${Math.round(event.silent_ms / 1000)} s`);
        break;
      case 'live.said':
        if (event.delivered === 'queued' && this.#status !== 'idle') this.#queued.push(event.text);
        break;
      case 'live.mode':
        break;
      default:
        this.#addRows(event);
    }
    this.#changed();
  }

  #addRows(event: ThreadEvent): void {
    const isItem = event.type === 'item.started' || event.type === 'item.completed';
    if (isItem && event.item.type === 'command_execution')
      this.#now = event.type === 'item.started' ? oneLine(hideSecrets(event.item.command)) : undefined;
    const rows = this.rows.add(event);
    const data = { run: this.id, rows, total: this.rows.total };
    if (rows.length > 0) this.#options.tell(this, { event: 'run-rows', data });
  }

  #ask(ask: Ask): void {
    // The history tells of questions that are over: only what waits is asked.
    if (!this.#session?.open.some(({ id }) => id === ask.id)) return;
    const question = questionOf(ask, this.#options.cwd);
    this.#questions.set(ask.id, question);
    this.#options.tell(this, { event: 'question', data: { run: this.id, question } });
  }

  #answered(id: string, by: string, decision: string): void {
    if (!this.#questions.delete(id)) return;
    const told = decision === 'session' ? 'run' : decision;
    this.#options.tell(this, { event: 'answered', data: { run: this.id, question: id, by, decision: told } });
  }

  #setState(state: LiveSession['state']): void {
    const isNew = state === 'running' && this.#status === 'idle';
    if (isNew) this.#queued.shift();
    if (state === 'idle') {
      this.rows.rest();
      // A text that still waited would have begun a turn by now.
      if (this.#session?.state === 'idle') this.#queued = [];
    }
    if (!this.#isStopping && state !== 'closed') this.#setStatus(statusOf(state));
  }

  #setStatus(status: RunStatus): void {
    if (status === this.#status) return;
    if (this.#isRunning()) this.#ms += performance.now() - this.#since;
    this.#status = status;
    this.#since = performance.now();
    this.#changed();
  }

  /** The time that the agent was at work, without what it waited for a person. */
  #spentMs(): number {
    return Math.round(this.#ms + (this.#isRunning() ? performance.now() - this.#since : 0));
  }

  #isRunning(): boolean {
    return this.#status === 'running' || this.#status === 'stopping';
  }

  warn(message: string): void {
    if (this.#warnings.length < MAX_NOTES) this.#warnings.push(oneLine(hideSecrets(message)));
    this.#changed();
  }

  #end(): void {
    this.#questions.clear();
    this.#queued = [];
    this.#isStopping = false;
    this.#setStatus('ended');
  }

  #changed(): void {
    this.#options.onChange(this);
  }
}

function statusOf(state: LiveSession['state']): RunStatus {
  return state === 'closed' ? 'ended' : state;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line;
}
