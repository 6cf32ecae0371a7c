import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ThreadOrigin } from '../../../core/thread/event.ts';
import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { openSession } from '../open-session.ts';
import { agentStores } from '../stores/registry.ts';
import { checkChoice } from './choose-turns.ts';
import { type Copy, createCopyFinder } from './find-copies.ts';
import { findImporter, handOffByImport, type PreparedThread } from './hand-off-by-import.ts';
import type { HandedOff, HandedThread, HandOffAction, HandOffOptions, HandOffRemoval } from './hand-off-options.ts';
import { isUntouched, type SealedFile } from './sealed-file.ts';
import { copyId, findTarget, startOf, type TargetAgent, targetCwd } from './target.ts';
import { checkName, targetFolder } from './target-folder.ts';
import { survey, tellWritten, writeWithNote } from './write-with-note.ts';

/**
 * Hands a thread over: writes one session file where another agent looks for its own. The same thread and turns give
 * the same id, so a second call rewrites the file. A copy that was resumed stays: throws a ThreadlineError `resumed`.
 * An agent that takes threads by a command of its own gets a new session each time: `runImport` runs the command.
 *
 * @example
 * import { handOff } from 'threadline/sessions';
 *
 * const { id, cwd } = await handOff({ session: { path: 'rollout.jsonl' }, to: 'claude', cwd: process.cwd() });
 * console.log(`cd ${cwd} && claude --resume ${id}`);
 */
export async function handOff(options: HandOffOptions): Promise<HandedOff> {
  const importer = findImporter(options);
  if (importer) return handOffByImport(options, importer, await prepareThread(options));
  const { target, session, origin } = await prepare(options);
  const { info } = session;
  const cwd = targetCwd(options.cwd, info);
  const copy = await chooseCopy(options, target, session, origin);
  const chosen = await survey(options, session);
  const startedAt = startOf(info);
  const names = target.rules.place(target.home, { id: copy.id, cwd, startedAt });
  const name = names.at(-1) ?? '';
  checkName(name);
  const folder = targetFolder(target.home, names.slice(0, -1), !options.dryRun);
  const path = join(folder, name);
  const { loadWriter } = target.rules;
  const written = await writeWithNote({ options, loadWriter, session, origin, cwd, id: copy.id, chosen, folder });
  const { file, thread } = written;
  let action: HandOffAction;
  try {
    if (thread.turns === 0) throw new ThreadlineError('not-found', `${info.path} holds nothing to hand over`);
    action = options.dryRun ? plannedAction(file, path, copy) : put(file, path, copy);
  } finally {
    file.discard();
  }
  return {
    action,
    dryRun: options.dryRun === true,
    agent: target.agent.name,
    id: copy.id,
    path,
    cwd,
    size: file.size,
    origin,
    ...tellWritten(written, chosen),
  };
}

/** Deletes the copies that nobody resumed. Throws `resumed` if all were, `not-found` if there is none. */
export async function removeHandOff(options: HandOffOptions): Promise<HandOffRemoval> {
  const { target, session, origin } = await prepare(options);
  const find = createCopyFinder(target.agent, target.home);
  const removed: HandOffRemoval['removed'] = [];
  let touched: string | undefined;
  for (let number = 1; number <= machineLimits.maxHandOverCopies; number += 1) {
    const id = copyId(target, session.info, origin, options, number);
    const copy = await find(id);
    if (copy.state === 'none') continue;
    if (copy.state === 'touched') touched ??= copy.path;
    else {
      if (!options.dryRun) unlinkSync(copy.path);
      removed.push({ id, path: copy.path });
    }
  }
  if (removed.length > 0) return { agent: target.agent.name, removed };
  if (touched !== undefined)
    throw new ThreadlineError('resumed', `${touched} was resumed or changed since it was handed over; it stays`);
  throw new ThreadlineError('not-found', `the thread was not handed over to ${target.agent.title}`);
}

async function prepare(options: HandOffOptions): Promise<PreparedThread & { target: TargetAgent }> {
  const { agents = agentStores, env = process.env } = options;
  checkChoice(options);
  const target = findTarget(options.to, agents, env);
  return { target, ...(await prepareThread(options)) };
}

async function prepareThread(options: HandOffOptions): Promise<PreparedThread> {
  checkChoice(options);
  const { agents, env = process.env, homes, onProblem } = options;
  const session = options.thread ?? (await openSession(options.session, { homes, env, agents, onProblem }));
  return { session, origin: await originOf(session, options) };
}

type ChosenCopy = { id: string } & Exclude<Copy, { state: 'touched' }>;

/** Chooses the copy to write: the first one, or with `again` the first that nobody resumed. */
async function chooseCopy(
  options: HandOffOptions,
  target: TargetAgent,
  { info }: HandedThread,
  origin: ThreadOrigin,
): Promise<ChosenCopy> {
  const find = createCopyFinder(target.agent, target.home);
  for (let number = 1; number <= machineLimits.maxHandOverCopies; number += 1) {
    const id = copyId(target, info, origin, options, number);
    const copy = await find(id);
    if (copy.state !== 'touched') return { id, ...copy };
    if (!options.again) {
      const message = `${copy.path} was resumed or changed since it was handed over; --again makes a further copy`;
      throw new ThreadlineError('resumed', message);
    }
  }
  throw new ThreadlineError('resumed', `the thread was handed over ${machineLimits.maxHandOverCopies} times already`);
}

/** The agent of the thread, by the path of the file or by its content. */
async function originOf(session: HandedThread, { agents }: HandOffOptions): Promise<ThreadOrigin> {
  const { info } = session;
  const agent = info.agent ?? (await agentIn(session)) ?? (agents ?? agentStores)[0]?.name ?? '';
  return info.id === '' ? { agent } : { agent, thread_id: info.id };
}

async function agentIn(session: HandedThread): Promise<string | undefined> {
  for await (const batch of session.eventBatches())
    for (const outcome of batch)
      for (const event of outcome.ok ? outcome.events : [])
        if (event.type === 'thread.started' && !event.inherited) return event.agent;
  return undefined;
}

function plannedAction(file: SealedFile, path: string, copy: ChosenCopy): HandOffAction {
  if (copy.state === 'none') return 'created';
  return file.isSame(path) ? 'unchanged' : 'rewritten';
}

/** Puts the file in its place. Replaces only a file that nobody has touched. */
function put(file: SealedFile, path: string, copy: ChosenCopy): HandOffAction {
  if (file.putNew(path)) {
    if (copy.state === 'none') return 'created';
    // An earlier copy was for another folder.
    unlinkSync(copy.path);
    return 'rewritten';
  }
  if (!isUntouched(path))
    throw new ThreadlineError('resumed', `${path} is there already, and not as it was handed over; it stays`);
  if (file.isSame(path)) return 'unchanged';
  file.replace(path);
  return 'rewritten';
}
