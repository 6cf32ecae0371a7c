import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { sessionId } from '../run/agents/argument-checks.ts';
import { createChildEnvironment } from '../run/environment.ts';
import { launchProgram, requireProgram } from '../run/find-program.ts';
import { RunFailure } from '../run/run-result.ts';
import type { LiveEntry } from './agents/live-entry.ts';
import { findLiveEntry, type LiveAgent } from './agents/registry.ts';
import { claimSession, noteWritten } from './claim-session.ts';
import { ControlledSession } from './controlled-session.ts';
import type { LiveStart } from './live-protocol.ts';
import type { LiveOptions, LiveSession } from './live-session.ts';
import { LiveProcess, thisProcess } from './process/live-process.ts';
import { noteRunning } from './process/running-sessions.ts';
import { takeWriterLock, type WriterLock } from './writer-lock.ts';

/**
 * Starts an agent under control, or goes on with one of its sessions. It resolves before the first prompt. Nothing is ever
 * allowed that was not asked for and answered: no answer, a late one, a closed session and a fault all deny.
 *
 * @example
 * import { openLive } from 'threadline/live';
 *
 * const session = await openLive('claude', { cwd: process.cwd() });
 * session.send('Which files are here?');
 * for await (const event of session) {
 *   console.log(event.type);
 *   if (event.type === 'approval.requested') await event.approval.answer({ deny: true, reason: 'only look' });
 *   if (event.type === 'turn.completed') break;
 * }
 * await session.close();
 */
export async function openLive(agent: LiveAgent, options: LiveOptions): Promise<LiveSession> {
  return openControlled(agent, options, 'live');
}

/** The same with the name of the door that opens it, for the lock. */
export async function openControlled(agent: LiveAgent, options: LiveOptions, what: string): Promise<ControlledSession> {
  const entry = findLiveEntry(agent);
  const start = readStart(options);
  const { dataFolder } = options;
  const locks: WriterLock[] = [];
  let forget = () => {};
  const lock = (id: string) => {
    const held = takeWriterLock(entry.name, id, what, dataFolder);
    const written = () => noteWritten(entry.name, id, dataFolder);
    locks.push({ release: () => [written(), held.release()] });
  };
  const release = () => {
    for (const held of locks.splice(0)) held.release();
    forget();
  };
  let process: LiveProcess | undefined;
  let session: ControlledSession | undefined;
  try {
    // The driver checks the mode before anything starts.
    session = new ControlledSession({
      entry,
      start,
      options,
      onIdentified: (id) => {
        if (id !== start.resume || start.fork) lock(id);
      },
      onClosed: release,
    });
    if (start.resume !== undefined && !start.fork) {
      const env = environmentOf(entry, start, options);
      locks.push(
        await claimSession({ agent: entry.name, id: start.resume }, { what, env, dataFolder, force: options.force }),
      );
    }
    const opened = session;
    process = await LiveProcess.start(commandOf(entry, start, options), {
      onStdout: (chunk) => opened.takeOutput(chunk),
      onStderr: (chunk) => opened.takeErrors(chunk),
      onParentEnd: () => opened.close({ graceMs: 0 }),
    });
    forget = noteRunning({ agent: entry.name, id: start.resume, mark: process.mark, owner: thisProcess() }, dataFolder);
    warnOfFiles(entry, start, options, session);
    await session.begin(process);
    return session;
  } catch (error) {
    await session?.close({ graceMs: 0 }).catch(() => {});
    release();
    throw withLastWords(error, session);
  }
}

function readStart(options: LiveOptions): LiveStart {
  const { cwd, resume, fork = false, model, mode = 'ask', dangerouslyBypass = false } = options;
  if (typeof cwd !== 'string' || cwd === '') throw new TypeError('cwd is the folder that the agent works in');
  if (fork && resume === undefined) throw new TypeError('fork needs a session to go on with');
  if (resume !== undefined) sessionId(resume);
  return { cwd: realFolder(resolve(cwd)), resume, fork, model, mode, dangerouslyBypass: dangerouslyBypass === true };
}

function realFolder(path: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
  } catch (error) {
    throw new ThreadlineError('not-found', `the folder ${path} is not there`, { cause: error });
  }
  throw new ThreadlineError('not-found', `${path} is no folder`);
}

function environmentOf(entry: LiveEntry, start: LiveStart, options: LiveOptions): Record<string, string> {
  return createChildEnvironment({}, options.environment, entry.environment?.(start));
}

function commandOf(entry: LiveEntry, start: LiveStart, options: LiveOptions) {
  const { program } = options;
  const given = typeof program === 'string' ? [program] : [...(program ?? [])];
  const env = environmentOf(entry, start, options);
  try {
    const binary = requireProgram(given[0], entry.program);
    const launch = launchProgram(binary, [...given.slice(1), ...entry.args(start)]);
    const { program: name, installHint } = entry.program;
    return { ...launch, cwd: start.cwd, env, input: '', name, installHint };
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    throw new ThreadlineError('not-installed', error.message, { cause: error });
  }
}

/** Where an agent cannot be made to ask, its files decide, and that is told. */
function warnOfFiles(entry: LiveEntry, start: LiveStart, options: LiveOptions, session: ControlledSession): void {
  const files = entry.laxFiles?.(start, environmentOf(entry, start, options)) ?? [];
  if (files.length > 0) session.can.asks = 'as-configured';
  for (const file of files) session.warn('this file lets the agent act without asking', file);
}

function withLastWords(error: unknown, session: ControlledSession | undefined): unknown {
  const words = session?.lastWords.split('\n').at(-1);
  if (!words || !(error instanceof ThreadlineError) || error.code !== 'closed') return error;
  return new ThreadlineError(error.code, `${error.message}: ${words}`, { cause: error });
}
