import { setTimeout as delay } from 'node:timers/promises';
import { machineLimits } from '../../../limits/machine.ts';
import type { AgentCommand } from '../agent-driver.ts';
import type { RunOptions } from '../agent-run.ts';
import { formatDuration } from '../error-text.ts';
import { RunFailure } from '../run-result.ts';
import { createRunMark, endMarked, RUN_MARK } from './marked-processes.ts';
import { guardGroup } from './parent-exit.ts';
import { createPausableTimer, type PausableTimer } from './pausable-timer.ts';
import type { ProcessEnd } from './process-end.ts';
import { endGroup, POLITE_LADDER, SWEEP_LADDER } from './process-group.ts';
import { type Child, spawnCommand } from './spawn-command.ts';

type Pipe = 'stdout' | 'stderr';

export interface AgentProcessOptions extends Pick<RunOptions, 'timeoutMs' | 'idleTimeoutMs' | 'signal'> {
  onStdout(chunk: Buffer): void;
  onStderr(chunk: Buffer): void;
}

type Exit = Pick<ProcessEnd, 'exitCode' | 'signal'>;

const NO_EXIT: Exit = { exitCode: null, signal: null };

/**
 * One program as the leader of a process group, from its start until nothing of the group is left. All timers
 * and listeners live under one signal, `#over`. Every error, foreseen or not, becomes the failure of the end.
 */
export class AgentProcess {
  /** Never rejects. */
  readonly finished: Promise<ProcessEnd>;
  readonly #options: AgentProcessOptions;
  readonly #life = new AbortController();
  readonly #over = this.#life.signal;
  readonly #overall: PausableTimer;
  readonly #idle: PausableTimer;
  readonly #stdioGrace: PausableTimer;
  readonly #paused = new Set<Pipe>();
  #onStdioHeld = () => {};
  #child: Child | undefined;
  #mark: string | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  #hasExited = false;
  #stdioHeld = false;
  #failure: RunFailure | undefined;
  #ending: Promise<void> | undefined;
  #signalsSent: NodeJS.Signals[] = [];

  /** Runs the command that `open` returns. An exception of `open` is the failure. */
  constructor(open: () => AgentCommand, options: AgentProcessOptions) {
    const { timeoutMs = 0, idleTimeoutMs = 0 } = options;
    this.#options = options;
    this.#overall = createPausableTimer(timeoutMs, () => this.#onTimeout(timeoutMs), this.#over);
    const idle = `the agent was ended: it had printed nothing for ${formatDuration(idleTimeoutMs)}`;
    this.#idle = createPausableTimer(idleTimeoutMs, () => this.fail(new RunFailure('idle-timeout', idle)), this.#over);
    this.#stdioGrace = createPausableTimer(machineLimits.stdioGraceMs, () => this.#onStdioHeld(), this.#over);
    this.finished = this.#run(open);
  }

  /** The reason the process ended, or will. From then on, no output may hold it up. */
  get failure(): RunFailure | undefined {
    return this.#failure;
  }

  /** Ends the process. The first reason counts. */
  fail(failure: RunFailure): void {
    if (this.#over.aborted) return;
    this.#failure ??= failure;
    this.resume('stdout');
    this.resume('stderr');
    if (this.#child && !this.#hasExited) this.#ending ??= this.#climb(this.#child);
  }

  /** Stops reading until `resume`, so that the process must wait. */
  pause(pipe: Pipe): void {
    if (this.#failure) return;
    this.#paused.add(pipe);
    this.#child?.[pipe].pause();
    if (pipe === 'stdout') this.#idle.pause();
    this.#stdioGrace.pause();
  }

  resume(pipe: Pipe): void {
    this.#paused.delete(pipe);
    this.#child?.[pipe].resume();
    if (pipe === 'stdout') this.#idle.resume();
    if (this.#paused.size === 0) this.#stdioGrace.resume();
  }

  /** Every turn's end asks for it. A stream that has ended makes an error, with its stack, at each further call. */
  closeInput(): void {
    const stdin = this.#child?.stdin;
    if (stdin && !stdin.writableEnded && !stdin.destroyed) stdin.end();
  }

  async #run(open: () => AgentCommand): Promise<ProcessEnd> {
    let command: AgentCommand | undefined;
    let exit = NO_EXIT;
    try {
      this.#obeySignal();
      this.#overall.restart();
      command = open();
      exit = await this.#attend(command);
    } catch (error) {
      this.#failure ??= RunFailure.from(error);
      await this.#sweep().catch(() => {});
    }
    this.#closePipes();
    this.#life.abort();
    this.#dispose(command);
    return {
      ...exit,
      failure: this.#failure,
      wasSignalled: this.#signalsSent.length > 0,
      forcefullyKilled: this.#signalsSent.includes('SIGKILL'),
      stdioHeld: this.#stdioHeld,
    };
  }

  #obeySignal(): void {
    const { signal } = this.#options;
    if (signal?.aborted) throw new RunFailure('aborted', 'the signal was aborted before the agent began');
    const onAbort = () => this.fail(new RunFailure('aborted', 'the agent was ended because its signal was aborted'));
    signal?.addEventListener('abort', onAbort, { once: true, signal: this.#over });
  }

  /** Covers the time from the start of the program until nothing of it is left. */
  async #attend(command: AgentCommand): Promise<Exit> {
    if (command.leavesGroups) this.#mark = createRunMark();
    const env = this.#mark === undefined ? command.env : { ...command.env, [RUN_MARK]: this.#mark };
    const child = await spawnCommand({ ...command, env }, (leader) => this.#guard(leader));
    this.#child = child;
    const exited = this.#watchExit(child);
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.#exited = exited;
    this.#listen(child);
    this.#idle.restart();
    feed(child, command);
    if (this.#failure) this.fail(this.#failure);

    const exit = await exited;
    this.#idle.cancel();
    await Promise.race([closed, this.#stdioIsHeld()]);
    await this.#ending;
    await this.#sweep();
    // Take what the sweep set free. Then close the pipes from this side, whoever holds them.
    if (this.#stdioHeld) await Promise.race([closed, this.#wait(machineLimits.stdinEndGraceMs)]);
    return exit;
  }

  #closePipes(): void {
    const child = this.#child;
    if (child) for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
  }

  #guard(leader: number): void {
    const end = () => {
      this.fail(new RunFailure('aborted', 'the agent was ended because this process ends'));
      return this.finished;
    };
    guardGroup({ leader, end }, this.#over);
  }

  #watchExit(child: Child): Promise<Exit> {
    return new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        this.#hasExited = true;
        resolve({ exitCode, signal });
      });
    });
  }

  #listen(child: Child): void {
    const { onStdout, onStderr } = this.#options;
    for (const pipe of [child.stdout, child.stderr]) pipe.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      this.#idle.restart();
      this.#give(onStdout, chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => this.#give(onStderr, chunk));
  }

  /** Catches exceptions of the taker, because nobody would in a stream's listener. */
  #give(take: (chunk: Buffer) => void, chunk: Buffer): void {
    try {
      take(chunk);
    } catch (error) {
      this.fail(RunFailure.from(error));
    }
  }

  #onTimeout(timeoutMs: number): void {
    // A process that has ended is not late. Only a stalled reader could hold the run up now.
    if (this.#hasExited && !this.#paused.has('stdout')) return;
    this.fail(new RunFailure('timeout', `the agent was ended after ${formatDuration(timeoutMs)}`));
  }

  /** Resolves if something that outlived the process has held its pipes open for too long. */
  #stdioIsHeld(): Promise<void> {
    return new Promise((resolve) => {
      this.#onStdioHeld = () => {
        this.#stdioHeld = true;
        resolve();
      };
      this.#stdioGrace.restart();
      if (this.#paused.size > 0) this.#stdioGrace.pause();
    });
  }

  async #climb(child: Child): Promise<void> {
    child.stdin.destroy();
    await Promise.race([this.#exited, this.#wait(machineLimits.stdinEndGraceMs)]);
    if (!this.#hasExited) await this.#signal(child, POLITE_LADDER);
  }

  /** Ends what the process left behind. */
  async #sweep(): Promise<void> {
    if (this.#child) await this.#signal(this.#child, SWEEP_LADDER);
    if (this.#mark !== undefined) for (const sent of await endMarked(this.#mark)) this.#signalsSent.push(sent);
  }

  async #signal(child: Child, ladder: typeof POLITE_LADDER): Promise<void> {
    if (child.pid === undefined) return;
    for (const sent of await endGroup(child.pid, ladder)) this.#signalsSent.push(sent);
  }

  #wait(milliseconds: number): Promise<void> {
    return delay(milliseconds, undefined, { signal: this.#over }).catch(() => {});
  }

  #dispose(command: AgentCommand | undefined): void {
    try {
      command?.dispose?.();
    } catch (error) {
      this.#failure ??= RunFailure.from(error);
    }
  }
}

/** Some agents read stdin to its end even if they have a prompt. An open one would hang them. */
function feed({ stdin }: Child, { input, keepsInputOpen }: AgentCommand): void {
  // An agent may end, or close its stdin, without reading it (EPIPE). Its end tells more than this error.
  stdin.on('error', () => {});
  if (!keepsInputOpen) stdin.end(input);
  else stdin.write(input);
}
