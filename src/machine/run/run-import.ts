import { execFile } from 'node:child_process';
import type { AgentName } from '../../core/thread/event.ts';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { AgentDriverEntry } from './agent-driver.ts';
import { agentDrivers, findDriver } from './agents/registry.ts';
import { createChildEnvironment } from './environment.ts';
import { type Environment, launchProgram } from './find-program.ts';

/**
 * Runs a command of an agent's program that imports a thread, for `handOff` of `threadline/sessions`.
 * Throws if the program is not on this machine.
 *
 * @example
 * import { runImport } from 'threadline/run';
 * import { handOff } from 'threadline/sessions';
 *
 * const options = { session: { path: 'rollout.jsonl' }, to: 'goose', cwd: process.cwd(), runImport, dryRun: true };
 * const { turns, omitted } = await handOff(options);
 * console.log(turns.taken, omitted);
 */
export async function runImport(
  command: { agent: AgentName; args: readonly string[]; cwd: string; env: Environment },
  agents: readonly AgentDriverEntry[] = agentDrivers,
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const driver = findDriver(command.agent, agents);
  const binary = driver.detect(command.env);
  if (binary === undefined)
    throw new ThreadlineError('not-found', `${driver.program} not found. ${driver.installHint}`);
  const { file, args } = launchProgram(binary, [...command.args]);
  const env = createChildEnvironment({}, command.env);
  const options = {
    cwd: command.cwd,
    env,
    maxBuffer: machineLimits.maxImportOutput,
    timeout: machineLimits.importTimeoutMs,
  };
  return new Promise((resolve) => {
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      const said = stderr === '' && stdout === '' && error ? error.message : stderr;
      resolve({ exitCode: error ? (child.exitCode ?? 1) : 0, stdout, stderr: said });
    });
    child.stdin?.end();
  });
}
