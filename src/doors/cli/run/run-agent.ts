import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { claimSession, noteWritten } from '../../../machine/live/claim-session.ts';
import {
  AgentClient,
  type AgentDriver,
  type AgentDriverEntry,
  type AgentOptions,
  agentDrivers,
  type PermissionMode,
  type RunResult,
} from '../../../machine/run/index.ts';
import { openSource, type ResumePoint, resumePoint } from '../../../machine/sessions/index.ts';
import { type CliContext, resumeWords } from '../agents.ts';
import { findWithFile, GONE_ADVICE } from '../archived-source.ts';
import { type ExitCode, ExitError, endOnSignal, exitCodes, usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { openOutput } from '../output.ts';
import { createProblemReporter, report } from '../report.ts';
import { dollars } from '../usage/amounts.ts';
import type { CostWatch, Spent } from './cost-watch.ts';
import { createRunPrinter } from './run-printer.ts';

export interface RunAgentOptions extends CliContext {
  prompt: string;
  /** The prompt is literal, even if it is `-`. */
  isPrompt: boolean;
  /** The agent; by default the first, or that of the session to continue. */
  agent?: string | undefined;
  /** The shape to write; for people by default. */
  to?: string | undefined;
  /** Folds nothing. */
  full: boolean;
  /** Includes what the CLI added by itself. */
  all: boolean;
  /** The session to continue, in the form that `show` takes. */
  resume?: string | undefined;
  color?: string | undefined;
  /** Takes a session whose file grew in the last minute without us. */
  force?: boolean | undefined;
  /** The agent's permissions, in the words of `execute`. The driver checks them. */
  permissionMode?: string | undefined;
  /** The most that the run may cost, in dollars. */
  maxUsd?: number | undefined;
  /** The options as they were typed. The driver checks them. */
  task: AgentOptions;
}

/** A session that a run continues. */
export interface Resumed extends ResumePoint {
  id: string;
  path: string;
  agent: string | undefined;
}

/** Runs an agent and writes what happens as it happens. */
export async function runAgent(options: RunAgentOptions): Promise<ExitCode> {
  const prompt = options.prompt === '-' && !options.isPrompt ? await readPrompt() : options.prompt;
  const resumed = options.resume === undefined ? undefined : await findResumed(options.resume, options);
  const entry = findEntry(options.agent ?? resumed?.agent, options.agents);
  if (resumed && resumeWords(entry.name, resumed.id, options).length === 0) {
    throw new ExitError(exitCodes.environment, `the session's id is none that ${entry.title} takes: ${resumed.id}`);
  }
  const output = openOutput();
  const problems = createProblemReporter(entry.name);
  // The first signal ends the agent politely. At the second, `run` itself ends it at once.
  const { signal: interrupt, exitCode } = endOnSignal();
  // What a run cost is told to people, and bounded if that is asked for.
  const isWatched = options.maxUsd !== undefined || options.to === undefined;
  const watch = isWatched ? await openWatch(entry.name, resumed, options) : undefined;
  const signal = watch ? AbortSignal.any([interrupt, watch.signal]) : interrupt;
  const request = { ...options.task, prompt, signal, reader: { agents: options.agents } };
  const printer = createRunPrinter({ ...options, entry, request, resumed, output, problems });
  // One process of ours at a time writes to a session.
  const lock =
    resumed &&
    (await claimSession(
      { ...resumed, agent: entry.name },
      { what: 'run', force: options.force, agents: options.agents },
    ));
  const run = start(entry.driver, request, resumed, options.permissionMode);
  let hasBegun = false;
  let begun: string | undefined;
  try {
    for await (const outcome of run.events) {
      hasBegun = true;
      if (watch && outcome.ok) for (const event of outcome.events) watch.add(event);
      if (outcome.ok) for (const event of outcome.events) if (event.type === 'thread.started') begun = event.thread_id;
      printer.write(outcome);
      await output.flush();
      printer.idle(outcome);
      await output.flush();
    }
    const result = await run.completion;
    // If nothing was begun there is nothing to show, not even the prompt.
    const spent = await watch?.end();
    if (hasBegun || result.ok) printer.end(result, signal.aborted, spent?.usd);
    await output.flush();
    problems.end();
    if (watch && spent && isOverCost(watch, spent, options.maxUsd) && exitCode() === exitCodes.ok)
      return exitCodes.answerIsNo;
    return finish(result, exitCode(), printer.hasSaid);
  } catch (error) {
    // Whatever went wrong here, the agent must not outlive us.
    await run.stop();
    throw error;
  } finally {
    if (begun !== undefined && begun !== '') noteWritten(entry.name, begun);
    lock?.release();
  }
}

/** Loaded only when it is wanted: it reads sessions. */
async function openWatch(
  agent: string,
  resumed: Resumed | undefined,
  { agents, task, maxUsd = Number.POSITIVE_INFINITY }: RunAgentOptions,
): Promise<CostWatch> {
  const { watchCost } = await import('./cost-watch.ts');
  const model = typeof task.model === 'string' ? task.model : undefined;
  return watchCost({ maxUsd, agent, agents, model, threadId: resumed?.id });
}

/** Says so if the run cost more than it might, and which models it could not price. */
function isOverCost(watch: CostWatch, { usd, unpriced }: Spent, maxUsd: number | undefined): boolean {
  if (maxUsd === undefined) return false;
  if (unpriced.length > 0) report(`--max-cost does not count what has no price: ${unpriced.join(', ')}`);
  if (usd <= maxUsd) return false;
  const end = watch.signal.aborted ? '; the agent was ended' : '';
  report(`over --max-cost: ${dollars(usd)} of ${dollars(maxUsd)}${end}`);
  return true;
}

/** The prompt on standard input, without the newline that `echo` adds. */
async function readPrompt(): Promise<string> {
  if (process.stdin.isTTY) throw usageError('- reads the prompt from standard input, but nothing is piped in', 'run');
  return (await buffer(process.stdin)).toString('utf8').replace(/\r?\n$/, '');
}

/** Looks up the session before anything is started: an agent that does not know it would begin a new thread. */
async function findResumed(wanted: string, { task, agents }: RunAgentOptions): Promise<Resumed> {
  const found = await findWithFile(wanted, { agents, cwd: resolve(task.cwd ?? '.') }, GONE_ADVICE);
  const info = found.kind === 'session' ? found.info : (await openSource(found, { agents })).info;
  if (!info?.id) throw new ExitError(exitCodes.environment, `${wanted} does not say which session it is`);
  return { id: info.id, path: info.path, agent: info.agent, ...(await resumePoint({ path: info.path }, { agents })) };
}

function findEntry(name: string | undefined, agents: readonly AgentDriverEntry[] = agentDrivers): AgentDriverEntry {
  const entry = name === undefined ? agents[0] : agents.find((candidate) => candidate.name === name);
  if (entry) return entry;
  const names = agents.map((known) => known.name);
  throw usageError(
    `no agent '${name ?? ''}' can be run${didYouMean(name ?? '', names)}; there are: ${names.join(', ')}`,
    'run',
  );
}

function start(
  driver: AgentDriver,
  request: AgentOptions & { prompt: string },
  resumed: Resumed | undefined,
  permissionMode: string | undefined,
) {
  try {
    // Any text may have been typed. A driver refuses a mode that its agent does not have.
    const mode = permissionMode as PermissionMode | undefined;
    const permissions = mode === undefined ? {} : driver.fromExecute({ prompt: request.prompt, permissionMode: mode });
    const client = new AgentClient(driver, permissions);
    if (!resumed) return client.streamExec(request);
    const { id, firstTurn, priorUsage } = resumed;
    return client.streamResume({ ...request, resume: id, firstTurn, priorUsage });
  } catch (error) {
    // The client checks every option before it starts anything.
    if (error instanceof TypeError) throw usageError(asTyped(error.message), 'run');
    throw error;
  }
}

/** Names an option as it was typed: `skipGitRepoCheck` is `--skip-git-repo-check`. */
function asTyped(message: string): string {
  return message.replace(/(?<= has no option )[a-zA-Z]+$/, (name) => {
    const typed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${typed.replace(/-ms$/, '')}`;
  });
}

/** `hasSaid` tells what is in the transcript already, so that it is not printed twice. */
function finish(
  { ok, error, missedThreadId }: RunResult,
  interrupted: ExitCode,
  hasSaid: (message: string) => boolean,
): ExitCode {
  if (interrupted !== exitCodes.ok) return interrupted;
  if (missedThreadId !== undefined) report(`the agent did not go on with ${missedThreadId} but with another session`);
  if (ok || !error) return missedThreadId === undefined ? exitCodes.ok : exitCodes.answerIsNo;
  if (!hasSaid(error.message)) report(error.message);
  const isOfMachine = error.code === 'cli-not-found' || error.code === 'spawn-failed' || error.code === 'write-failed';
  return isOfMachine ? exitCodes.environment : exitCodes.answerIsNo;
}
