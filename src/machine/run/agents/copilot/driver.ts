import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand, npmProgram } from '../../find-program.ts';
import { copilotArguments } from './arguments.ts';
import type { CopilotOptions } from './options.ts';

/** The variables that Copilot CLI reads. All but the first are for reaching the model. */
const OWN_VARIABLES = [
  ...[
    'COPILOT_HOME',
    'COPILOT_MODEL',
    'COPILOT_OFFLINE',
    'COPILOT_GITHUB_TOKEN',
    'GH_TOKEN',
    'GITHUB_TOKEN',
    'GH_HOST',
  ],
  ...['COPILOT_PROVIDER_BASE_URL', 'COPILOT_PROVIDER_API_KEY', 'COPILOT_PROVIDER_TYPE', 'COPILOT_PROVIDER_WIRE_API'],
];

/** Permissions that the environment would grant without being asked for. */
const NO_PERMISSIONS = { COPILOT_ALLOW_ALL: undefined, COPILOT_ASSISTED_APPROVAL: undefined };

export const copilotDriver: AgentDriver<CopilotOptions> = {
  ...npmProgram('Copilot CLI', 'copilot', '@github/copilot'),
  wire: 'copilot-stream',
  prepare,
  options: {
    copilotHome: 'replaced',
    permissions: 'replaced',
    allowTools: 'joined',
    denyTools: 'joined',
    addDirs: 'replaced',
  },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) ? ['copilot', `--resume=${id}`] : []),
};

function prepare(task: AgentTask, options: CopilotOptions): () => AgentCommand {
  const args = copilotArguments(task, options, randomUUID());
  const { copilotHome } = options;
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES },
    NO_PERMISSIONS,
    copilotHome === undefined ? undefined : { COPILOT_HOME: resolve(copilotHome) },
    options.env,
  );
  return () => ({ ...agentCommand(copilotDriver, {}, options, { args, env }), leavesGroups: true });
}

function fromExecute({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions): CopilotOptions {
  if (legacyFullAuto) throw new TypeError('legacyFullAuto is no option of Copilot CLI');
  switch (permissionMode) {
    case 'default':
    case 'plan':
      return { permissions: permissionMode };
    case 'acceptEdits':
      return { permissions: 'edits' };
    case 'bypassPermissions':
      return { permissions: 'all' };
    default:
      throw new TypeError(`not a permission mode of Copilot CLI: ${JSON.stringify(permissionMode)}`);
  }
}
