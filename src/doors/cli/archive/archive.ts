import { existsSync } from 'node:fs';
import { type Archive, dataFolder, type GoingSession, type KeepDeleted, openArchive } from '../../../archive/index.ts';
import { amount } from '../../../core/text/amount.ts';
import type { CliContext } from '../agents.ts';
import { type ExitCode, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { ownCommand } from '../own-command.ts';
import { countSessionsIn, oneProject, type ProjectContext } from '../project.ts';
import { report } from '../report.ts';
import { terminalLine } from '../terminal-text.ts';
import { parseWhen } from '../when.ts';
import { localTime, shortPath } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import { bringUpToDate, tellSetAside } from './bring-up-to-date.ts';
import type { ArchiveAction, ArchiveValues } from './command.ts';
import { confirm } from './confirm.ts';
import { findArchived } from './find-archived.ts';
import { stateJson, stateText } from './state-text.ts';

interface ArchiveOptions extends Omit<ArchiveValues, 'project'>, CliContext {
  session?: string | undefined;
  project?: string | undefined;
}

/** The number of sessions to remove that are listed. The rest is counted. */
const SHOWN_SESSIONS = 20;

export async function archive(action: ArchiveAction, options: ArchiveOptions): Promise<ExitCode> {
  if (action === 'index')
    return bringUpToDate(options, async (_archive, done) =>
      done && !done.unfinished ? exitCodes.ok : exitCodes.environment,
    );
  const isReading = action === 'status' || action === 'verify';
  const { agents } = options;
  // A wrong name is told before an archive is made.
  const project = await namedProject(action, options);
  const opened = await openArchive({
    agents,
    homes: options.home,
    readOnly: isReading,
    onSetAside: tellSetAside,
  }).catch((error: unknown) => {
    if (isReading && error instanceof Error && 'code' in error && error.code === 'not-found') return undefined;
    throw error;
  });
  if (!opened) {
    report(`there is no archive yet in ${shortPath(dataFolder())}; 'threadline archive index' makes it`);
    return exitCodes.ok;
  }
  try {
    return await run(opened, action, { ...options, project });
  } finally {
    await opened.close();
  }
}

async function run(opened: Archive, action: ArchiveAction, options: ArchiveOptions): Promise<ExitCode> {
  switch (action) {
    case 'keep':
      await opened.keepDeleted(parseKeep(options.deleted));
      return exitCodes.ok;
    case 'exclude':
      return exclude(opened, options);
    case 'forget':
      return forget(opened, options);
    case 'prune':
      return prune(opened, options);
    case 'rebuild':
      if (!(await confirm('Make the archive anew?', options.yes))) return exitCodes.usage;
      await opened.rebuild();
      return exitCodes.ok;
    case 'verify':
      return verify(opened);
    default:
      return status(opened, options);
  }
}

/** The whole path of the folder that `--project` names. */
async function namedProject(action: ArchiveAction, options: ArchiveOptions): Promise<string | undefined> {
  if (options.project !== undefined) return oneProject('archive', options.project, homesOf(options));
  if (action === 'exclude') throw usageError('exclude needs --project NAME|PATH', 'archive');
  return undefined;
}

function homesOf({ agents, home: homes }: ArchiveOptions): ProjectContext {
  return { agents, homes };
}

/** The answer names the folder: a person may have meant another one. */
async function exclude(opened: Archive, options: ArchiveOptions): Promise<ExitCode> {
  const { project = '', undo = false } = options;
  const [count = 0] = await countSessionsIn([project], homesOf(options));
  await opened.excludeProject(project, !undo);
  const held = count === 0 ? 'no session there yet' : `${amount(count, 'session')} there now`;
  const answer = `${shortPath(project)} is ${undo ? 'included again' : 'excluded from now on'}: ${held}`;
  await printOnce(`${terminalLine(answer)}\n`);
  if (!undo && count > 0) report("what the archive already holds stays; 'threadline archive forget' removes it");
  return exitCodes.ok;
}

async function status(opened: Archive, options: ArchiveOptions): Promise<ExitCode> {
  const state = await opened.state();
  if (options.json) return printOnce(`${createJsonEncoder({ forTerminal: true })(stateJson(state))}\n`);
  return printOnce(stateText(state, await countSessionsIn(state.excluded, homesOf(options))));
}

async function verify(opened: Archive): Promise<ExitCode> {
  const wrong = await opened.verify();
  for (const line of wrong) report(line);
  if (wrong.length > 0) report("'threadline archive rebuild' makes it anew");
  else await printOnce('all is well\n');
  return wrong.length > 0 ? exitCodes.badInput : exitCodes.ok;
}

async function forget(opened: Archive, { session, project, before, yes }: ArchiveOptions): Promise<ExitCode> {
  if (session === undefined && project === undefined && before === undefined) {
    throw usageError('forget wants a session, --project NAME or --before WHEN', 'archive');
  }
  const filter = {
    session: session === undefined ? undefined : await findArchived(opened, session),
    project,
    before: parseBefore(before),
  };
  const going = await opened.listForget(filter);
  const { setAside } = await opened.state();
  const copies = setAside.length > 0 ? `, and ${amount(setAside.length, 'archive')} that were set aside` : '';
  return remove(going, `Forget ${amount(going.length, 'session')} for good${copies}?`, yes, async () => {
    await opened.forget(filter);
    tellFiles(going);
  });
}

/** The archive is not the agent: what its own files hold is still there. */
function tellFiles(going: readonly GoingSession[]): void {
  const there = going.filter(({ path, gone }) => !gone && existsSync(path));
  for (const { key, path } of there.slice(0, SHOWN_SESSIONS)) {
    const command = ownCommand(key.threadId, (id) => ['delete', `${key.agent}:${id}`]) ?? 'threadline delete';
    report(`the agent's own file is still at ${shortPath(path)}; '${command}' removes it`);
  }
  const more = there.length - SHOWN_SESSIONS;
  if (more > 0) report(`… and ${amount(more, 'more file')} of agents`);
}

async function prune(opened: Archive, { before, gone = false, yes }: ArchiveOptions): Promise<ExitCode> {
  if (before === undefined && !gone) throw usageError('prune wants --before WHEN or --gone', 'archive');
  const filter = { before: parseBefore(before), gone };
  const going = await opened.listPrune(filter);
  return remove(going, `Remove ${amount(going.length, 'session')} from the archive?`, yes, () => opened.prune(filter));
}

/** Prints what is to be removed, asks, and removes it. */
async function remove(
  going: readonly GoingSession[],
  question: string,
  yes: boolean | undefined,
  removeAll: () => Promise<unknown>,
): Promise<ExitCode> {
  const lines = going.slice(0, SHOWN_SESSIONS).map(lineOf);
  if (going.length > SHOWN_SESSIONS) lines.push(`… and ${amount(going.length - SHOWN_SESSIONS, 'more session')}`);
  if (going.length === 0) return printOnce('nothing to remove\n');
  await printOnce(`${lines.join('\n')}\n`);
  if (!(await confirm(question, yes))) return exitCodes.usage;
  await removeAll();
  return exitCodes.ok;
}

function lineOf({ key, title = '', endedAt, gone }: GoingSession): string {
  const mark = gone ? ' (its file is gone: this is the only copy)' : '';
  return terminalLine(`${localTime(endedAt)}  ${key.agent}:${key.threadId}  ${title.slice(0, 60)}${mark}`);
}

function parseKeep(text: string | undefined): KeepDeleted {
  if (text === 'forever' || text === 'never') return text;
  if (text !== undefined && /^\d{1,6}$/.test(text)) return Number(text);
  throw usageError(`--deleted takes forever, never or a number of days, not '${text ?? ''}'`, 'archive');
}

function parseBefore(text: string | undefined): number | undefined {
  return parseWhen('archive', '--before', text)?.begin.at;
}
