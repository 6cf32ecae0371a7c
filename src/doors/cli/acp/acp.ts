import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { createRedactor } from '../../../core/redact/index.ts';
import { visibleLine } from '../../../core/text/visible-text.ts';
import {
  type AgentStore,
  agentStores,
  listSessions,
  loadSession,
  type SessionInfo,
} from '../../../machine/sessions/index.ts';
import { type AcpSession, serveAcp } from '../../acp/index.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, exitCodes, takeSignals } from '../exit.ts';
import { ownCommand } from '../own-command.ts';
import { packageVersion } from '../package-version.ts';
import { report } from '../report.ts';
import { readArchivedSessions } from '../sessions/archived-sessions.ts';
import { standardOutput } from '../standard-streams.ts';

const LONGEST_TITLE = 200;

/** Shows sessions to the editor that started it. Standard output is the protocol's. The rest goes to stderr. */
export async function acp(context: HomesContext): Promise<ExitCode> {
  let exitCode: ExitCode | undefined;
  takeSignals((code) => {
    exitCode = code;
    process.stdin.destroy();
  });
  await serveAcp({
    version: packageVersion(),
    sessions: async () => (await allSessions(context)).map(listed),
    messages: (id) => messagesOf(id, context),
    handOver: (id) => handOverCommand(id, context),
    onFault: report,
    input: process.stdin,
    output: standardOutput(),
  });
  return exitCode ?? exitCodes.ok;
}

/** Those with files, and those that only the archive holds. Agents that a session started are part of it. */
async function allSessions({ agents, homes }: HomesContext): Promise<SessionInfo[]> {
  const found = await listSessions({ agents, homes });
  const { gone } = await readArchivedSessions(found, { agents, homes });
  return [...found, ...gone].filter(({ parentId }) => parentId === undefined);
}

const nameOf = ({ agent, id }: Pick<SessionInfo, 'agent' | 'id'>): string => `${agent}:${id}`;

function listed(info: SessionInfo): AcpSession {
  const { cwd, title, firstPrompt, updatedAt } = info;
  const words = title ?? firstPrompt;
  const shown = words === undefined ? undefined : visibleLine(createRedactor().text(words)).slice(0, LONGEST_TITLE);
  return { id: nameOf(info), cwd, title: shown, updatedAt };
}

/** An id is only ever one of the list: no path, no number, no beginning of another one. */
async function messagesOf(id: string, context: HomesContext): Promise<readonly UnifiedMessage[] | undefined> {
  const info = (await allSessions(context)).find((one) => nameOf(one) === id);
  if (!info) return undefined;
  if (!info.gone) return loadSession({ path: info.path }, { ...context, original: false });
  const { findGone } = await import('../show/archived-session.ts');
  return (await findGone(id))?.messages;
}

/** The command that hands a session over to the first agent that takes one and is not its own. */
function handOverCommand(name: string, { agents }: HomesContext): string | undefined {
  const [agent = '', ...rest] = name.split(':');
  const stores: readonly AgentStore[] = agents ?? agentStores;
  const other = stores.find((entry) => entry.name !== agent && entry.store.newSession !== undefined);
  if (!other) return undefined;
  return ownCommand(rest.join(':'), (id) => ['handoff', id, '--to', other.name]);
}
