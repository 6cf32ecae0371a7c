import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { launchProgram } from '../../../machine/run/find-program.ts';
import type { HandedOff } from '../../../machine/sessions/index.ts';
import { entryOf } from '../agents.ts';
import { type ExitCode, ExitError, exitCodes, takeSignals } from '../exit.ts';
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

/** The agent has the terminal to itself until it ends. */
async function openAgent(handed: HandedOff, words: readonly string[], { agents }: HandoffOptions): Promise<ExitCode> {
  const driver = entryOf(handed.agent, agents)?.driver;
  const binary = driver?.detect(process.env);
  if (!driver || binary === undefined) {
    const why = driver ? `${driver.program} not found. ${driver.installHint}` : `${handed.agent} cannot be run`;
    throw new ExitError(exitCodes.environment, why);
  }
  const { file, args } = launchProgram(binary, words.slice(1));
  const child = spawn(file, args, { cwd: handed.cwd, stdio: 'inherit' });
  takeSignals((exitCode) => {
    // A terminal's Ctrl-C reaches the agent directly, and the agent decides what it means.
    if (exitCode !== exitCodes.interrupted) child.kill();
  });
  try {
    const [code] = await once(child, 'exit');
    return code === 0 ? exitCodes.ok : exitCodes.agentFailed;
  } catch (error) {
    throw new ExitError(
      exitCodes.environment,
      `${file} cannot be started: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
