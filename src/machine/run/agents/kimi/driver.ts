import { resolve } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand, npmProgram } from '../../find-program.ts';
import { isSubAgent, kimiArguments } from './arguments.ts';
import type { KimiOptions } from './options.ts';

/** The variables that Kimi Code reads. */
const OWN_VARIABLES = ['KIMI_CODE_HOME', 'KIMI_API_KEY', 'KIMI_BASE_URL', 'MOONSHOT_API_KEY'];

export const kimiDriver: AgentDriver<KimiOptions> = {
  ...npmProgram('Kimi Code', 'kimi', '@moonshot-ai/kimi-code'),
  wire: 'kimi-stream',
  prepare,
  options: { kimiHome: 'replaced', allowAll: 'replaced' },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) && !isSubAgent(id) ? ['kimi', '-r', id] : []),
};

function prepare(task: AgentTask, options: KimiOptions): () => AgentCommand {
  const args = kimiArguments(task, options);
  const { kimiHome } = options;
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES },
    kimiHome === undefined ? undefined : { KIMI_CODE_HOME: resolve(kimiHome) },
    options.env,
  );
  return () => ({ ...agentCommand(kimiDriver, task, options, { args, env }), input: '', leavesGroups: true });
}

/** Its own rules and modes are not followed without a person, so none of them can be asked for. */
function fromExecute({ permissionMode, legacyFullAuto }: ExecuteOptions): KimiOptions {
  if (legacyFullAuto) throw new TypeError('legacyFullAuto is no option of Kimi Code');
  if (permissionMode === 'bypassPermissions') return { allowAll: true };
  throw new TypeError(
    `Kimi Code has no permission mode ${JSON.stringify(permissionMode ?? 'default')}: without a person it does everything, which bypassPermissions asks for`,
  );
}
