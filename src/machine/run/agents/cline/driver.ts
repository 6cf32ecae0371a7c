import { resolve } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand, npmProgram } from '../../find-program.ts';
import { clineArguments } from './arguments.ts';
import type { ClineOptions } from './options.ts';

/** The variables that Cline reads. */
const OWN_VARIABLES = [
  ...['CLINE_DIR', 'CLINE_DATA_DIR', 'CLINE_SESSION_DATA_DIR', 'CLINE_API_KEY'],
  ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OPENROUTER_API_KEY', 'GEMINI_API_KEY'],
];

export const clineDriver: AgentDriver<ClineOptions> = {
  ...npmProgram('Cline', 'cline', 'cline'),
  wire: 'cline-stream',
  prepare,
  options: { clineDir: 'replaced', autoApprove: 'replaced', plan: 'replaced', provider: 'replaced' },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) ? ['cline', '--id', id] : []),
};

function prepare(task: AgentTask, options: ClineOptions): () => AgentCommand {
  const args = clineArguments(task, options);
  const { clineDir } = options;
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES },
    clineDir === undefined ? undefined : { CLINE_DIR: resolve(clineDir) },
    options.env,
  );
  return () => ({ ...agentCommand(clineDriver, task, options, { args, env }), leavesGroups: true });
}

function fromExecute({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions): ClineOptions {
  if (legacyFullAuto) throw new TypeError('legacyFullAuto is no option of Cline');
  switch (permissionMode) {
    case 'default':
      return { autoApprove: false };
    case 'plan':
      return { autoApprove: false, plan: true };
    case 'bypassPermissions':
      return { autoApprove: true };
    default:
      throw new TypeError(`not a permission mode of Cline: ${JSON.stringify(permissionMode)}`);
  }
}
