import { resolve } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand, npmProgram } from '../../find-program.ts';
import { piArguments } from './arguments.ts';
import type { PiOptions } from './options.ts';

/** The variables that pi reads: where it keeps things, and the keys of those who answer. */
const OWN_VARIABLES = [
  ...['PI_CODING_AGENT_DIR', 'PI_CODING_AGENT_SESSION_DIR', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'],
  ...['OPENROUTER_API_KEY', 'GROQ_API_KEY', 'MISTRAL_API_KEY', 'XAI_API_KEY', 'DEEPSEEK_API_KEY', 'CEREBRAS_API_KEY'],
];

export const piDriver: AgentDriver<PiOptions> = {
  ...npmProgram('pi', 'pi', '@earendil-works/pi-coding-agent'),
  wire: 'pi-session',
  prepare,
  options: {
    piHome: 'replaced',
    permission: 'replaced',
    tools: 'replaced',
    provider: 'replaced',
    thinking: 'replaced',
  },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) ? ['pi', '--session', id] : []),
};

function prepare(task: AgentTask, options: PiOptions): () => AgentCommand {
  const args = piArguments(task, options);
  const { piHome } = options;
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES },
    piHome === undefined ? undefined : { PI_CODING_AGENT_DIR: resolve(piHome) },
    options.env,
  );
  return () => ({ ...agentCommand(piDriver, task, options, { args, env }), leavesGroups: true });
}

/** pi has no mode in which it plans: with tools that only read it cannot do more. */
function fromExecute({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions): PiOptions {
  if (legacyFullAuto) throw new TypeError('legacyFullAuto is no option of pi');
  switch (permissionMode) {
    case 'default':
    case 'plan':
      return { permission: 'read' };
    case 'acceptEdits':
      return { permission: 'edit' };
    case 'bypassPermissions':
      return { permission: 'all' };
    default:
      throw new TypeError(`not a permission mode of pi: ${JSON.stringify(permissionMode)}`);
  }
}
