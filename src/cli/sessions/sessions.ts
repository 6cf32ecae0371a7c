import {
  arrangeSessions,
  countTurns,
  type ListedSession,
  listSessions,
  type SessionInfo,
  type SessionProblem,
} from '../../sessions/index.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createProgress } from '../progress.ts';
import { createScreen } from '../screen.ts';
import { createSessionProblems } from './session-problems.ts';
import { writeSessionsJson } from './sessions-json.ts';
import { sessionTable } from './table.ts';

export interface SessionsOptions {
  homes?: readonly string[];
  /** 0 is all of them. */
  limit?: number;
  all: boolean;
  json: boolean;
  color?: string | undefined;
}

/** Nobody reads more than a screen or two. */
const SCREENFUL = 30;

/** Lists the user's sessions. */
export async function sessions({ homes, limit, all, json, color }: SessionsOptions): Promise<ExitCode> {
  const output = openOutput();
  const problems = createSessionProblems();
  const found = await listSessions({ homes, onProblem: problems.add });
  const listed = arrangeSessions(found).filter(({ isExtra }) => all || !isExtra);
  const wanted = limit ?? (output.isTerminal && !json ? SCREENFUL : 0);
  const shown = wanted === 0 ? listed : listed.slice(0, wanted);
  await countAllTurns(shown, problems.add);
  if (json) writeSessionsJson(shown, output);
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

/** The whole of each file has to be read for it. */
async function countAllTurns(shown: readonly ListedSession[], onProblem: (problem: SessionProblem) => void) {
  const progress = createProgress(
    shown.map(({ info }) => info.path),
    { isWanted: true },
  );
  for (const { info } of shown) {
    await addTurns(info, onProblem);
    progress.advance(info.size);
  }
  progress.hide();
}

async function addTurns(info: SessionInfo, onProblem: (problem: SessionProblem) => void): Promise<void> {
  // What is wrong with its file was told already, and no turn can be had from it.
  if (info.problems.some(({ code }) => code === 'unreadable' || code === 'vanished')) return;
  try {
    info.turns = await countTurns({ path: info.path });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    onProblem({ code: 'unreadable', message: error.message, path: info.path });
  }
}
