import type { HandedOff } from '../../../machine/sessions/index.ts';
import type { ExitCode } from '../exit.ts';
import { openAgent } from '../open-agent.ts';
import type { HandoffOptions } from './handoff.ts';

/** Continues a session that was handed over: with a prompt like `run`, without one in the agent's own window. */
export async function goOn(handed: HandedOff, words: readonly string[], options: HandoffOptions): Promise<ExitCode> {
  const { prompt, agents, model, skipGitRepoCheck } = options;
  if (prompt === undefined) return openAgent(handed, words, options);
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
