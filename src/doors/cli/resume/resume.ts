import { statSync } from 'node:fs';
import { joinWords } from '../../../core/tools/shell-words.ts';
import { doorLimits } from '../../../limits/doors.ts';
import { claimSession } from '../../../machine/live/claim-session.ts';
import { annotate } from '../../../machine/sessions/annotations/annotate.ts';
import { isSubagent, type SessionInfo } from '../../../machine/sessions/index.ts';
import { eachSession } from '../../../machine/sessions/list-sessions.ts';
import { type HomesContext, resumeWords } from '../agents.ts';
import { openAnnotations } from '../annotations.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { namedSession } from '../named-session.ts';
import { openAgent } from '../open-agent.ts';
import { report } from '../report.ts';
import { createSessionFilter, refuseUnknownAgent, type SessionFilter } from '../sessions/filter.ts';
import { isTerminal } from '../standard-streams.ts';
import { pickSession } from './pick-session.ts';

interface ResumeOptions extends HomesContext {
  /** Takes a session whose file grew in the last minute without us. */
  force: boolean;
  wanted?: string | undefined;
  filter: SessionFilter;
}

/** Goes on with a session in its agent's own window. */
export async function resume({ wanted, filter, force, ...context }: ResumeOptions): Promise<ExitCode> {
  refuseUnknownAgent('resume', filter.agent, context.agents);
  const info = wanted === undefined ? await choose(filter, context) : await namedSession(wanted, context);
  if (!info) return exitCodes.interrupted;
  const { cwd, agent = '' } = info;
  const words = resumable(info, context);
  if (cwd === undefined || !isFolder(cwd))
    throw refused(info, cwd === undefined ? 'has no folder' : `worked in ${cwd}, which is gone`);
  const { homes, agents } = context;
  const lock = await claimSession({ agent, id: info.id, path: info.path }, { what: 'resume', force, homes, agents });
  try {
    report(`${joinWords(words)}  in ${cwd}`);
    return await openAgent({ agent, cwd }, words, context);
  } finally {
    lock.release();
  }
}

/** The words that start its agent. Throws if nothing can go on with it. */
function resumable(info: SessionInfo, context: HomesContext): string[] {
  if (info.gone) throw refused(info, "has no file any more; 'threadline show' shows what the archive keeps");
  if (isSubagent(info)) throw refused(info, 'was started by an agent; resume the session that it belongs to');
  const words = resumeWords(info.agent, info.id, context);
  if (words.length === 0) throw refused(info, 'has no id that its agent can be started with');
  return words;
}

function refused({ agent, id }: SessionInfo, why: string): ExitError {
  return new ExitError(exitCodes.environment, `${agent}:${id} ${why}`);
}

async function choose(filter: SessionFilter, { homes, agents }: HomesContext): Promise<SessionInfo | undefined> {
  if (!process.stdin.isTTY || !isTerminal('stdout'))
    throw usageError('say which session to resume: choosing one needs a terminal', 'resume');
  const isWanted = createSessionFilter(filter);
  const annotations = openAnnotations();
  const found: SessionInfo[] = [];
  for await (const info of eachSession({ homes, agents, activeOnly: true })) {
    annotate(info, annotations);
    if (info.id !== '' && !isSubagent(info) && isWanted(info)) found.push(info);
    if (found.length === doorLimits.maxPickedSessions) break;
  }
  if (found.length === 0) throw new ExitError(exitCodes.environment, 'there is no session to resume');
  return pickSession(found);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
