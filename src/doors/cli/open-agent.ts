import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createChildEnvironment } from '../../machine/run/environment.ts';
import { launchProgram } from '../../machine/run/find-program.ts';
import { type CliContext, entryOf } from './agents.ts';
import { type ExitCode, ExitError, exitCodes, takeSignals } from './exit.ts';

/** A thread to open in its agent's own window. */
export interface OpenedThread {
  agent: string;
  cwd: string;
}

/** Runs an agent's command. The agent has the terminal to itself until it ends. */
export async function openAgent(
  { agent, cwd }: OpenedThread,
  words: readonly string[],
  { agents }: CliContext,
): Promise<ExitCode> {
  const driver = entryOf(agent, agents)?.driver;
  const binary = driver?.detect(process.env);
  if (!driver || binary === undefined) {
    const why = driver ? `${driver.program} not found. ${driver.installHint}` : `${agent} cannot be run`;
    throw new ExitError(exitCodes.environment, why);
  }
  const { file, args } = launchProgram(binary, words.slice(1));
  const child = spawn(file, args, { cwd, env: createChildEnvironment({}), stdio: 'inherit' });
  takeSignals((exitCode) => {
    // A terminal's Ctrl-C reaches the agent directly, and the agent decides what it means.
    if (exitCode !== exitCodes.interrupted) child.kill();
  });
  try {
    const [code] = await once(child, 'exit');
    return code === 0 ? exitCodes.ok : exitCodes.answerIsNo;
  } catch (error) {
    throw new ExitError(
      exitCodes.environment,
      `${file} cannot be started: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
