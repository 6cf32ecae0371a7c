import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor, type Redactor } from '../../../core/redact/redactor.ts';
import type { ThreadOrigin } from '../../../core/thread/event.ts';
import { ThreadlineError } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { vocabulariesOf } from '../load-session.ts';
import { openSession } from '../open-session.ts';
import { agentStores } from '../stores/registry.ts';
import { type ChosenTurns, checkChoice, chooseTurns, isAll } from './choose-turns.ts';
import { type Copy, createCopyFinder } from './find-copies.ts';
import type { HandedOff, HandedThread, HandOffAction, HandOffOptions, HandOffRemoval } from './hand-off-options.ts';
import { createSealedFile, isUntouched, type SealedFile } from './sealed-file.ts';
import { surveyThread } from './survey.ts';
import { copyId, findTarget, startOf, type TargetAgent, targetCwd } from './target.ts';
import { checkName, targetFolder } from './target-folder.ts';
import { type WrittenThread, writeThread } from './write-thread.ts';

/**
 * Hands a thread over: writes one session file where another agent looks for its own. The same thread and turns give
 * the same id, so a second call rewrites the file. A copy that was resumed stays: throws a ThreadlineError `resumed`.
 *
 * @example
 * import { handOff } from 'threadline/sessions';
 *
 * const { id, cwd } = await handOff({ session: { path: 'rollout.jsonl' }, to: 'claude', cwd: process.cwd() });
 * console.log(`cd ${cwd} && claude --resume ${id}`);
 */
export async function handOff(options: HandOffOptions): Promise<HandedOff> {
  const { target, session, origin } = await prepare(options);
  const { info } = session;
  const cwd = targetCwd(options.cwd, info);
  const copy = await chooseCopy(options, target, session, origin);
  const chosen = isAll(options) ? undefined : await survey(options, session);
  const startedAt = startOf(info);
  const names = target.rules.place(target.home, { id: copy.id, cwd, startedAt });
  const name = names.at(-1) ?? '';
  checkName(name);
  const folder = targetFolder(target.home, names.slice(0, -1), !options.dryRun);
  const path = join(folder, name);
  const redactor = redactorOf(options);
  const written = await writeWithNote({ options, target, session, origin, cwd, copy, chosen, folder, redactor });
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
    turns: { taken: chosen?.taken ?? thread.turns, listed: chosen?.listed ?? 0, leftOut: chosen?.leftOut ?? 0 },
    omitted: thread.omitted,
    redactions: Object.fromEntries(written.redactor?.counts ?? []),
    toolInputs: written.redactor?.toolInputs ?? [],
    problems: thread.problems,
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

interface Prepared {
  target: TargetAgent;
  session: HandedThread;
  origin: ThreadOrigin;
}

async function prepare(options: HandOffOptions): Promise<Prepared> {
  checkChoice(options);
  const { agents = agentStores, env = process.env, homes, onProblem } = options;
  const target = findTarget(options.to, agents, env);
  const session =
    options.thread ?? (await openSession(options.session, { homes, env, agents: options.agents, onProblem }));
  return { target, session, origin: await originOf(session, options) };
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

/** Marks are numbered, so that the other agent knows which places meant the same secret. */
function redactorOf({ redact }: HandOffOptions): Redactor | undefined {
  return redact === false ? undefined : createRedactor({ numbered: true, ...redact });
}

/** What is only listed comes from turns that are not written: numbers of its own would tell of other secrets. */
function surveyRedactor({ redact }: HandOffOptions): Redactor | undefined {
  return redact === false ? undefined : createRedactor({ ...redact, numbered: false });
}

async function survey(options: HandOffOptions, session: HandedThread): Promise<ChosenTurns> {
  const vocabularies = vocabulariesOf(options.agents);
  return chooseTurns(await surveyThread(session.eventBatches(), vocabularies, surveyRedactor(options)), options);
}

interface Writing extends Prepared {
  options: HandOffOptions;
  cwd: string;
  copy: ChosenCopy;
  chosen: ChosenTurns | undefined;
  folder: string;
  redactor: Redactor | undefined;
}

interface Written {
  file: SealedFile;
  thread: WrittenThread;
  redactor: Redactor | undefined;
}

/** The note comes first, but the need for it shows only at the end: then the thread is written again. */
async function writeWithNote(writing: Writing): Promise<Written> {
  const list = writing.chosen?.list;
  const first = await write(writing, list === undefined ? undefined : noteOf(list, list.includes('[redacted:')));
  if (!first.redactor || first.redactor.counts.size === 0) return first;
  first.file.discard();
  return write({ ...writing, redactor: redactorOf(writing.options) }, noteOf(list, true));
}

async function write(writing: Writing, note: string | undefined): Promise<Written> {
  const { options, target, session, origin, cwd, copy, chosen, redactor } = writing;
  const createWriter = await target.rules.loadWriter();
  const file = createSealedFile(options.dryRun ? undefined : writing.folder);
  try {
    const title =
      session.info.title ?? session.info.firstPrompt?.split('\n', 1)[0]?.slice(0, coreLimits.maxHeadPromptLength);
    const thread = await writeThread(session.eventBatches(), file, {
      createWriter,
      redactor,
      turns: chosen?.keys,
      writing: {
        vocabularies: vocabulariesOf(options.agents),
        session: {
          id: copy.id,
          cwd,
          note,
          origin,
          title: title === undefined ? undefined : (redactor?.text(title) ?? title),
        },
      },
    });
    file.seal();
    return { file, thread, redactor };
  } catch (error) {
    file.discard();
    throw error;
  }
}

const MARK_NOTE = `Secrets were taken out of this thread when it was handed over. A mark such as [redacted:NAME] stands for a value
that the files and commands really had; do not write such a mark into a file, and read the file where the value matters.`;

function noteOf(list: string | undefined, hasMarks: boolean): string {
  return [hasMarks ? MARK_NOTE.replace('\n', ' ') : undefined, list].filter((part) => part !== undefined).join('\n\n');
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
