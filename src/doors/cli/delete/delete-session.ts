import { amount } from '../../../core/text/amount.ts';
import { isCommandId } from '../../../core/text/command-words.ts';
import { joinWords } from '../../../core/tools/shell-words.ts';
import { machineLimits } from '../../../limits/machine.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { readStatus } from '../../../machine/sessions/read-status.ts';
import type { HomesContext } from '../agents.ts';
import { confirm } from '../archive/confirm.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { namedSession } from '../named-session.ts';
import { printOnce } from '../output.ts';
import { isTerminal } from '../standard-streams.ts';
import { terminalLine } from '../terminal-text.ts';
import { shortPath } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import { type Deletion, deletionSteps, planDeletion } from './deletion.ts';
import { maySendToServer } from './server-trace.ts';

interface DeleteOptions extends HomesContext {
  wanted: string;
  yes: boolean;
  json: boolean;
}

/** Lists what there is of a session, asks, and removes it. */
export async function deleteSession({ wanted, yes, json, ...context }: DeleteOptions): Promise<ExitCode> {
  const info = await namedSession(wanted, context);
  const deletion = await planDeletion(info, context);
  await refuseBusy(deletion, context);
  const [going, stays] = [goingOf(deletion), staysOf(info, deletion)];
  if (!json) await printOnce(listText(info, going, stays));
  const isDone = await confirm(`Remove ${amount(going.length, 'thing')} for good?`, yes);
  if (isDone) for (const step of deletionSteps(deletion)) await step();
  if (json)
    await printOnce(
      `${createJsonEncoder({ forTerminal: isTerminal('stdout') })({ agent: info.agent, id: info.id, removed: going, stays, done: isDone })}\n`,
    );
  return isDone ? exitCodes.ok : exitCodes.usage;
}

/** An agent that works on a session would write its file again. */
async function refuseBusy({ files }: Deletion, context: HomesContext): Promise<void> {
  for (const { file, agent, id } of files) {
    const status = file.isSuperseded ? undefined : await readStatus({ path: file.path }, context);
    const isOpen = status === 'waiting' && Date.now() - file.modified < machineLimits.statusSilenceMs;
    if (status === 'working' || isOpen)
      throw new ExitError(
        exitCodes.environment,
        `${agent}:${id} is being written to (${file.path}); end its agent first`,
      );
  }
}

/** Something that is removed. */
interface Going {
  kind: 'file' | 'sub-agent' | 'copy' | 'beside' | 'archive' | 'kept' | 'cache' | 'notes' | 'journal';
  /** The session that it belongs to. */
  session: string;
  path: string;
}

function goingOf({ removables, stored, archive, kept, listed, notes, journals }: Deletion): Going[] {
  const kinds = { session: 'file', 'sub-agent': 'sub-agent', copy: 'copy' } as const;
  return [
    ...removables.map(
      ({ kin, name, path, seen }): Going => ({ kind: seen ? kinds[kin] : 'beside', session: name, path }),
    ),
    ...stored.map(({ key }): Going => ({ kind: 'archive', session: `${key.agent}:${key.threadId}`, path: archive })),
    ...kept.map((path): Going => ({ kind: 'kept', session: '', path })),
    ...listed.map((path): Going => ({ kind: 'cache', session: '', path })),
    ...(notes === undefined ? [] : [{ kind: 'notes', session: '', path: notes } as const]),
    ...journals.map((path): Going => ({ kind: 'journal', session: '', path })),
  ];
}

/** Something that is not touched. */
interface Staying {
  kind: 'shared' | 'database' | 'fork' | 'server';
  path?: string;
  /** Of a shared file: the lines with the session's id. */
  lines?: number;
  session?: string;
  /** The command that removes it. */
  command?: string;
}

function staysOf({ agent = '', id }: SessionInfo, { shared, unremovable, forks }: Deletion): Staying[] {
  const name = isCommandId(`${agent}:${id}`) ? `${agent}:${id}` : 'SESSION';
  const forget = joinWords(['threadline', 'archive', 'forget', name, '--archive', 'URL']);
  return [
    ...shared.map(({ path, lines }): Staying => ({ kind: 'shared', path, lines })),
    ...unremovable.map((path): Staying => ({ kind: 'database', path })),
    ...forks.map((session): Staying => ({ kind: 'fork', session })),
    ...(maySendToServer() ? [{ kind: 'server', command: forget } as const] : []),
  ];
}

function listText(
  { agent, id, title, firstPrompt = '' }: SessionInfo,
  going: readonly Going[],
  stays: readonly Staying[],
) {
  const lines = [
    `${agent}:${id}  ${(title ?? firstPrompt).slice(0, 60)}`,
    'to be removed:',
    ...going.map(
      ({ kind, session, path }) =>
        `  ${kind.padEnd(9)}  ${shortPath(path)}${kind === 'file' || session === '' ? '' : `  (${session})`}`,
    ),
    ...(going.length === 0 ? ['  nothing'] : []),
    ...(stays.length === 0 ? [] : ['not touched:']),
    ...stays.map((stay) => `  ${stay.kind.padEnd(9)}  ${stayText(stay)}`),
  ];
  return `${lines.map((line) => terminalLine(line)).join('\n')}\n`;
}

function stayText({ kind, path = '', lines = 0, session, command }: Staying): string {
  if (kind === 'shared') return `${shortPath(path)}: ${amount(lines, 'line')} of it, among those of other sessions`;
  if (kind === 'database') return `${shortPath(path)}: the agent keeps many sessions in one database`;
  if (kind === 'fork') return `${session}: goes on from it, and holds what was said before`;
  return `'${command}' forgets it on a server`;
}
