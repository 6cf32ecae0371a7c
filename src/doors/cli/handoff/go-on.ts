import { claimSession, noteWritten } from '../../../machine/live/claim-session.ts';
import type { HandedOff } from '../../../machine/sessions/index.ts';
import type { ExitCode } from '../exit.ts';
import { openAgent } from '../open-agent.ts';
import type { HandoffOptions } from './handoff.ts';

async function inOwnWindow(handed: HandedOff, words: readonly string[], options: HandoffOptions): Promise<ExitCode> {
  const { agents } = options;
  const lock = await claimSession(handed, { what: 'handoff', agents });
  try {
    return await openAgent(handed, words, options);
  } finally {
    lock.release();
  }
}

/** Continues a session that was handed over: with a prompt like `run`, without one in the agent's own window. */
export async function goOn(handed: HandedOff, words: readonly string[], options: HandoffOptions): Promise<ExitCode> {
  const { prompt, agents, model, skipGitRepoCheck } = options;
  // The copy is ours: it was written just now.
  noteWritten(handed.agent, handed.id);
  if (prompt === undefined) return inOwnWindow(handed, words, options);
  const { runAgent } = await import('../run/run-agent.ts');
  return runAgent({
    agents,
    prompt,
    isPrompt: true,
    agent: handed.agent,
    resume: handed.path,
    full: false,
    all: false,
    permissionMode: options.permissionMode,
    task: {
      cwd: handed.cwd,
      ...(model !== undefined && { model }),
      ...(skipGitRepoCheck && { skipGitRepoCheck }),
    },
  });
}
