import { setTimeout as delay } from 'node:timers/promises';
import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import type { AgentCommand } from '../../run/agent-driver.ts';
import { createRunMark, findMarked, RUN_MARK } from '../../run/process/marked-processes.ts';
import { guardGroup } from '../../run/process/parent-exit.ts';
import { endGroup, SWEEP_LADDER } from '../../run/process/process-group.ts';
import { type Child, spawnCommand } from '../../run/process/spawn-command.ts';
import { RunFailure } from '../../run/run-result.ts';
import type { LeftProcess } from '../live-session.ts';
import { endProcesses } from './end-processes.ts';
import { commandOf, familyOf, findProcess, listProcesses, type ProcessEntry } from './process-table.ts';

/** How a process ended. */
export interface ProcessExit {
  exitCode: number | null;
  signal: string | null;
}

export interface LiveProcessOptions {
  onStdout(chunk: Uint8Array): void;
  onStderr(chunk: Uint8Array): void;
  /** This process ends: the session has to be closed. */
  onParentEnd(): Promise<unknown>;
}

const name = ({ pid, start }: ProcessEntry): string => `${pid} ${start}`;

/** What a session needs of its process. */
export type OwnedProcess = Pick<
  LiveProcess,
  'mark' | 'exited' | 'hasExited' | 'write' | 'turnBegins' | 'toolBegins' | 'look' | 'sweepTurn' | 'end'
>;

/** The agent's process and all that it starts, found by its group, its children and its mark. */
export class LiveProcess {
  readonly mark: string;
  /** Resolves when the program has ended. What it started may live on. */
  readonly exited: Promise<ProcessExit>;
  readonly #child: Child;
  readonly #over = new AbortController();
  /** What was seen of its family: orphans have no parent to find them by. */
  readonly #seen = new Map<string, ProcessEntry>();
  /** What lived before the first tool of the session: the program and its servers. */
  #servers: ReadonlySet<string> = new Set();
  /** What lived before the first tool of this turn. */
  #before: ReadonlySet<string> = new Set();
  #hasServers = false;
  #exit: ProcessExit | undefined;

  private constructor(child: Child, mark: string, options: LiveProcessOptions) {
    this.#child = child;
    this.mark = mark;
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {});
    child.stdout.on('data', options.onStdout);
    child.stderr.on('data', options.onStderr);
    this.exited = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        this.#exit = { exitCode, signal };
        resolve(this.#exit);
      });
    });
    guardGroup({ leader: this.pid, end: options.onParentEnd }, this.#over.signal);
  }

  static async start(command: AgentCommand, options: LiveProcessOptions): Promise<LiveProcess> {
    const mark = createRunMark();
    try {
      const child = await spawnCommand({ ...command, env: { ...command.env, [RUN_MARK]: mark } }, () => {});
      return new LiveProcess(child, mark, options);
    } catch (error) {
      const failure = RunFailure.from(error);
      const code = failure.code === 'cli-not-found' ? 'not-installed' : 'spawn-failed';
      throw new ThreadlineError(code, failure.message, { cause: error });
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasExited(): boolean {
    return this.#exit !== undefined;
  }

  write(line: string): void {
    const { stdin } = this.#child;
    if (!stdin.destroyed && !stdin.writableEnded) stdin.write(line);
  }

  /** Call it when a turn begins, and again at its first words: what lives by then was not started by its tools. */
  turnBegins(): void {
    const now = new Set(this.#living().map(name));
    this.#before = now;
    if (!this.#hasServers) this.#servers = now;
  }

  /** Call it at the first tool of a turn. */
  toolBegins(): void {
    this.#hasServers = true;
  }

  /** Looks who is there, as long as parents can be followed. */
  look(): void {
    this.#living();
  }

  /** Ends what the turn started and its end left alive. Gives the agent a moment to do it itself. */
  async sweepTurn(): Promise<{ killed: number; left: LeftProcess[] }> {
    const started = () => this.#living().filter((entry) => !this.#before.has(name(entry)));
    const deadline = performance.now() + machineLimits.liveSettleMs;
    while (started().length > 0 && performance.now() < deadline) await delay(25);
    const killed = await endProcesses(started);
    const left = this.#living().filter((entry) => !this.#servers.has(name(entry)));
    return { killed, left: left.map(({ pid }) => ({ pid, command: commandOf(pid) })) };
  }

  /** Closes its input, then ends it and all that it started. */
  async end(graceMs: number): Promise<ProcessExit & { killed: number }> {
    this.look();
    const { stdin } = this.#child;
    if (!stdin.destroyed && !stdin.writableEnded) stdin.end();
    await Promise.race([this.exited, delay(graceMs, undefined, { ref: false })]);
    this.look();
    if (!this.hasExited) await endGroup(this.pid, SWEEP_LADDER);
    const killed = await endProcesses(() => this.#living());
    this.#over.abort();
    const exit = this.#exit ?? (await Promise.race([this.exited, delay(machineLimits.killGraceMs, undefined)]));
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) pipe.destroy();
    return { exitCode: null, signal: null, ...exit, killed };
  }

  /** All of its family that lives, the program included. Remembers them. */
  #living(): ProcessEntry[] {
    const table = listProcesses();
    const byPid = new Map(table.map((entry) => [entry.pid, entry]));
    const marked = findMarked(this.mark).flatMap((pid) => byPid.get(pid) ?? []);
    // The number of a program that ended may be another's by now.
    const family = this.hasExited ? table.filter(({ group }) => group === this.pid) : familyOf(this.pid, table);
    for (const entry of [...marked, ...family]) if (entry.pid !== process.pid) this.#seen.set(name(entry), entry);
    for (const [key, { pid, start }] of this.#seen) if (byPid.get(pid)?.start !== start) this.#seen.delete(key);
    return [...this.#seen.values()];
  }
}

/** The process that runs this. */
export function thisProcess(): { pid: number; start: string } {
  return { pid: process.pid, start: findProcess(process.pid)?.start ?? '' };
}
