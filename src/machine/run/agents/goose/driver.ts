import { resolve } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand, findProgram } from '../../find-program.ts';
import { installation } from '../../installation.ts';
import { oneOf } from '../argument-checks.ts';
import { gooseArguments } from './arguments.ts';
import type { GooseOptions } from './options.ts';

/** The variables that goose reads. Most are for reaching the model. */
const OWN_VARIABLES = [
  ...['GOOSE_PATH_ROOT', 'GOOSE_PROVIDER', 'GOOSE_MODEL', 'GOOSE_DISABLE_KEYRING', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME'],
  ...['OPENAI_API_KEY', 'OPENAI_HOST', 'OPENAI_BASE_PATH', 'ANTHROPIC_API_KEY', 'ANTHROPIC_HOST', 'GOOGLE_API_KEY'],
  ...['OPENROUTER_API_KEY', 'DATABRICKS_HOST', 'DATABRICKS_TOKEN', 'OLLAMA_HOST'],
];
const MODES = ['approve', 'chat', 'auto'];

export const gooseDriver: AgentDriver<GooseOptions> = {
  program: 'goose',
  ...installation('https://github.com/block/goose', 'GOOSE_CLI_PATH'),
  wire: 'goose-stream',
  detect: (env) => findProgram('goose', { variable: 'GOOSE_CLI_PATH', env }),
  prepare,
  options: { gooseRoot: 'replaced', mode: 'replaced', provider: 'replaced', maxTurns: 'replaced' },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) ? ['goose', 'session', '--resume', '--session-id', id] : []),
};

function prepare(task: AgentTask, options: GooseOptions): () => AgentCommand {
  const args = gooseArguments(task, options);
  const { gooseRoot, mode = 'approve' } = options;
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES },
    gooseRoot === undefined ? undefined : { GOOSE_PATH_ROOT: resolve(gooseRoot) },
    options.env,
    // Last: goose allows everything where nothing else is said.
    { GOOSE_MODE: oneOf('mode', mode, MODES) },
  );
  return () => ({ ...agentCommand(gooseDriver, task, options, { args, env }), leavesGroups: true });
}

function fromExecute({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions): GooseOptions {
  if (legacyFullAuto) throw new TypeError('legacyFullAuto is no option of goose');
  switch (permissionMode) {
    case 'default':
      return { mode: 'approve' };
    case 'plan':
      return { mode: 'chat' };
    case 'bypassPermissions':
      return { mode: 'auto' };
    default:
      throw new TypeError(`not a permission mode of goose: ${JSON.stringify(permissionMode)}`);
  }
}
