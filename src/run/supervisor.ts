import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { Outcome } from '../thread/outcome.ts';
import type { AgentCommand } from './agent-command.ts';
import type { RunOptions } from './agent-run.ts';
import { endGroup, POLITE_LADDER, SWEEP_LADDER } from './end-group.ts';
import { type EventLog, openEventLog } from './event-log.ts';
import { feedStdin } from './feed-stdin.ts';
import { createIntake, type Intake } from './intake.ts';
import { createOutcomeQueue } from './outcome-queue.ts';
import { guardGroup } from './parent-exit.ts';
import { createPausableTimer, type PausableTimer } from './pausable-timer.ts';
import { RunFailure, type RunResult, toRunResult } from './run-result.ts';
import { createRunSummary } from './run-summary.ts';
import { spawnChild } from './spawn-child.ts';
import { createStderrTail } from './stderr-tail.ts';

type Child = ChildProcessWithoutNullStreams;

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Starts one agent, reads it, and sees to its end, whatever brings that about. */
export class Supervisor {
  /** Resolves when nothing of the run is left. */
  readonly completion: Promise<RunResult>;
  readonly #options: RunOptions;
  readonly #startedAt = performance.now();
  readonly #summary = createRunSummary();
  readonly #stderr = createStderrTail();
  readonly #overall: PausableTimer;
  readonly #idle: PausableTimer;
  readonly #queue = createOutcomeQueue({
    mayDrop: () => this.#mayDrop,
    onRoom: () => this.#resumeReading(),
    onLeave: () => this.#fail(this.#left),
  });
  readonly #left = new RunFailure('aborted', 'the agent was ended because its reader left');
  #stdioGrace: PausableTimer | undefined;
  #child: Child | undefined;
  #intake: Intake | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  #hasExited = false;
  #isFinished = false;
  #isAwaited = false;
  #stdioHeld = false;
  /** What ended the run from this side. */
  #failure: RunFailure | undefined;
  #ending: Promise<void> | undefined;
  #signalsSent: NodeJS.Signals[] = [];

  constructor(open: () => AgentCommand, options: RunOptions) {
    const { timeoutMs, idleTimeoutMs } = options;
    this.#options = options;
    this.#overall = createPausableTimer(timeoutMs, () => {
      // An agent that has ended is not late; only a reader that stands still could hold the run up now.
      if (this.#hasExited && !this.#child?.stdout.isPaused()) return;
      this.#fail(new RunFailure('timeout', `the agent was ended after ${timeoutMs} ms`));
    });
    this.#idle = createPausableTimer(idleTimeoutMs, () => {
      this.#fail(new RunFailure('idle-timeout', `the agent was ended: it had printed nothing for ${idleTimeoutMs} ms`));
    });
    this.completion = this.#run(open);
  }

  get events(): AsyncIterableIterator<Outcome> {
    return this.#queue.outcomes;
  }

  get threadId(): string | undefined {
    return this.#summary.threadId;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Somebody waits for the end: if nobody reads the events, they must not hold the agent up. */
  drain(): void {
    this.#isAwaited = true;
    if (!this.#queue.isClaimed) this.#resumeReading();
  }

  stop(message: string): Promise<RunResult> {
    this.#fail(new RunFailure('aborted', message));
    return this.completion;
  }

  async #run(open: () => AgentCommand): Promise<RunResult> {
    const { signal } = this.#options;
    const onAbort = () => this.stop('the agent was ended because its signal was aborted');
    let log: EventLog | undefined;
    let command: AgentCommand | undefined;
    try {
      if (signal?.aborted) throw new RunFailure('aborted', 'the signal was aborted before the agent began');
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#overall.restart();
      log = this.#openLog();
      command = open();
      return this.#finish(await this.#runChild(command, log));
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      this.#failure ??= error;
      return this.#finish({ code: null, signal: null });
    } finally {
      signal?.removeEventListener('abort', onAbort);
      log?.close();
      command?.dispose?.();
    }
  }

  async #runChild(command: AgentCommand, log: EventLog | undefined): Promise<Exit> {
    const child = await spawnChild(command);
    const leader = child.pid ?? 0;
    const exited = this.#watchExit(child);
    const closed = new Promise<void>((resolve) => child.once('close', resolve));
    const release = guardGroup({ leader, end: () => this.stop('the agent was ended because this process ends') });
    this.#child = child;
    this.#exited = exited;
    this.#intake = this.#read(child, log);
    this.#idle.restart();
    feedStdin(child.stdin, command.input);
    if (this.#failure) this.#ending ??= this.#end(child);

    const exit = await exited;
    this.#idle.cancel();
    await Promise.race([closed, this.#stdioIsHeld()]);
    await this.#ending;
    this.#signalsSent.push(...(await endGroup(leader, SWEEP_LADDER)));
    // What the sweep set free is still taken; then the pipes are closed from this side, whoever holds them.
    if (this.#stdioHeld) await Promise.race([closed, delay(limits.stdinEndGraceMs)]);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    release();
    return exit;
  }

  #finish(exit: Exit): RunResult {
    this.#overall.cancel();
    this.#stdioGrace?.cancel();
    this.#intake?.end();
    this.#isFinished = true;
    this.#queue.end();
    // A reader that leaves at the last event stops nothing if the agent ends by itself.
    if (this.#failure === this.#left && this.#signalsSent.length === 0) this.#failure = undefined;
    return toRunResult({
      exitCode: exit.code,
      signal: exit.signal,
      failure: this.#failure,
      summary: this.#summary,
      marksTurnEnds: this.#intake?.marksTurnEnds ?? true,
      forcefullyKilled: this.#signalsSent.includes('SIGKILL'),
      stdioHeld: this.#stdioHeld,
      stderrTail: this.#stderr.text(),
      durationMs: Math.round(performance.now() - this.#startedAt),
    });
  }

  /** From here on the run has failed. It is ended, and nothing that it still prints may hold it up. */
  #fail(failure: RunFailure): void {
    if (this.#isFinished) return;
    this.#failure ??= failure;
    this.#resumeReading();
    if (this.#child && !this.#hasExited) this.#ending ??= this.#end(this.#child);
  }

  /** The ladder, from its first rung. */
  async #end(child: Child): Promise<void> {
    child.stdin.destroy();
    await Promise.race([this.#exited, delay(limits.stdinEndGraceMs)]);
    if (!this.#hasExited) this.#signalsSent.push(...(await endGroup(child.pid ?? 0, POLITE_LADDER)));
  }

  #watchExit(child: Child): Promise<Exit> {
    return new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#hasExited = true;
        resolve({ code, signal });
      });
    });
  }

  /** Resolves when something that outlived the agent has held its pipes open for too long. */
  #stdioIsHeld(): Promise<void> {
    return new Promise((resolve) => {
      this.#stdioGrace = createPausableTimer(limits.stdioGraceMs, () => {
        this.#stdioHeld = true;
        resolve();
      });
      this.#stdioGrace.restart();
      if (this.#child?.stdout.isPaused()) this.#stdioGrace.pause();
    });
  }

  #read(child: Child, log: EventLog | undefined): Intake {
    const intake = createIntake({ log, reader: this.#options.reader, summary: this.#summary, queue: this.#queue });
    const decoder = new TextDecoder();
    child.stdout.on('error', () => {});
    child.stderr.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      this.#idle.restart();
      intake.push(chunk);
      if (this.#queue.isFull && !this.#mayDrop) this.#pauseReading();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr.add(chunk);
      this.#options.onStderr?.(decoder.decode(chunk, { stream: true }));
    });
    return intake;
  }

  /** Nobody will read what does not fit: the run is being ended, or only its end is waited for. */
  get #mayDrop(): boolean {
    return this.#failure !== undefined || (this.#isAwaited && !this.#queue.isClaimed);
  }

  #pauseReading(): void {
    this.#child?.stdout.pause();
    this.#idle.pause();
    this.#stdioGrace?.pause();
  }

  #resumeReading(): void {
    this.#child?.stdout.resume();
    this.#idle.resume();
    this.#stdioGrace?.resume();
  }

  #openLog(): EventLog | undefined {
    const { eventLog } = this.#options;
    if (eventLog === undefined) return undefined;
    const toFailure = (error: unknown) => new RunFailure('write-failed', `the event log cannot be written: ${error}`);
    try {
      return openEventLog(eventLog, (error) => this.#fail(toFailure(error)));
    } catch (error) {
      throw toFailure(error);
    }
  }
}
