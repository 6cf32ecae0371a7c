import { ThreadlineError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import {
  agentStores,
  arrangeSessions,
  countTurns,
  type ListedSession,
  type ListOptions,
  type SessionInfo,
  type SessionProblem,
} from '../../sessions/index.ts';
import { eachSession } from '../../sessions/list-sessions.ts';
import type { CliContext } from '../agents.ts';
import { type ExitCode, exitCodes, usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { openOutput } from '../output.ts';
import { createProgress } from '../progress.ts';
import { createScreen } from '../screen.ts';
import { createSessionProblems } from './session-problems.ts';
import { writeSessionsJson } from './sessions-json.ts';
import { sessionTable } from './table.ts';

export interface SessionsOptions extends CliContext {
  homes?: readonly string[] | undefined;
  /** Only those of this agent. */
  agent?: string | undefined;
  /** 0 is all of them. */
  limit?: number | undefined;
  all: boolean;
  json: boolean;
  color?: string | undefined;
}

/** Nobody reads more than a screen or two. */
const SCREENFUL = 30;

/** Lists the user's sessions. */
export async function sessions(options: SessionsOptions): Promise<ExitCode> {
  const { homes, agent, agents = agentStores, limit, all, json, color } = options;
  const names = agents.map(({ name }) => name);
  if (agent !== undefined && !names.includes(agent)) {
    throw usageError(`no agent '${agent}'${didYouMean(agent, names)}; there are: ${names.join(', ')}`, 'sessions');
  }
  const output = openOutput();
  const problems = createSessionProblems();
  const wanted = limit ?? (output.isTerminal && !json ? SCREENFUL : 0);
  const found = await findSessions({ homes, agent, agents, turns: wanted === 0, onProblem: problems.add });
  const listed = arrangeSessions(found).filter(({ isExtra }) => all || !isExtra);
  const shown = wanted === 0 ? listed : listed.slice(0, wanted);
  if (wanted !== 0) await countAllTurns(shown, problems.add);
  if (json) writeSessionsJson(shown, output, options);
  else if (shown.length > 0) {
    const screen = createScreen({ color });
    const { style } = screen;
    output.append(`${sessionTable(shown, screen)}\n`);
    const more = listed.length - shown.length;
    if (more > 0) output.append(`${style.dim(`… and ${more} more (--limit 0 shows all)`)}\n`);
    if (output.isTerminal) output.append(`\n${style.dim("'threadline show 1' shows the first")}\n`);
  }
  await output.flush();
  problems.end();
  if (shown.length === 0) problems.say(found.length === 0 ? 'no sessions were found' : 'no session to show; see --all');
  return problems.isMachines ? exitCodes.environment : exitCodes.ok;
}

/** All sessions. Their turns are counted at once where all are shown: each file is then read once. */
async function findSessions(options: ListOptions): Promise<SessionInfo[]> {
  const progress = createProgress(['-'], { isWanted: true });
  const found: SessionInfo[] = [];
  for await (const info of eachSession(options)) {
    found.push(info);
    if (options.turns) progress.advance(info.size);
  }
  progress.hide();
  return found;
}

/** Counts the turns of those that are shown: the whole of each file has to be read for it. */
async function countAllTurns(shown: readonly ListedSession[], onProblem: (problem: SessionProblem) => void) {
  const paths = shown.map(({ info }) => info.path);
  const progress = createProgress(paths, { isWanted: true });
  for (const { info } of shown) {
    if (info.turns === undefined) await addTurns(info, onProblem);
    progress.advance(info.size);
  }
  progress.hide();
}

async function addTurns(info: SessionInfo, onProblem: (problem: SessionProblem) => void): Promise<void> {
  // What is wrong with its file was told already, and no turn can be had from it.
  if (info.problems.some(({ code }) => code === 'unreadable' || code === 'vanished')) return;
  if (info.size > limits.maxTurnCountBytes) return;
  try {
    info.turns = await countTurns({ path: info.path });
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    onProblem({ code: 'unreadable', message: error.message, path: info.path });
  }
}
