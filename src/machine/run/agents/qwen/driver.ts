import { resolve } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand, npmProgram } from '../../find-program.ts';
import { qwenArguments, qwenInput } from './arguments.ts';
import type { QwenOptions } from './options.ts';

/** The variables that Qwen Code reads. Most are for reaching the model. */
const OWN_VARIABLES = [
  ...['QWEN_HOME', 'QWEN_RUNTIME_DIR', 'QWEN_CODE_NO_RELAUNCH', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'],
  ...['DASHSCOPE_API_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
];

const EXIT_CODES = {
  53: 'the session has had all the turns that it may have',
  55: 'the run has had all the time or all the calls that it may have',
  130: 'it was cancelled',
};

export const qwenDriver: AgentDriver<QwenOptions> = {
  ...npmProgram('Qwen Code', 'qwen', '@qwen-code/qwen-code'),
  wire: 'qwen-stream',
  prepare,
  options: {
    qwenHome: 'replaced',
    approvalMode: 'replaced',
    addDirs: 'replaced',
    allowedTools: 'joined',
    excludedTools: 'joined',
    authType: 'replaced',
    maxTurns: 'replaced',
    partialMessages: 'replaced',
  },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) ? ['qwen', '--resume', id] : []),
  exitCodes: EXIT_CODES,
};

function prepare(task: AgentTask, options: QwenOptions): () => AgentCommand {
  const args = qwenArguments(task, options);
  const { qwenHome } = options;
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES },
    // It starts itself again, and up to 0.15 the second process outlives a signal to the first.
    { QWEN_CODE_NO_RELAUNCH: 'true' },
    qwenHome === undefined ? undefined : { QWEN_HOME: resolve(qwenHome) },
    options.env,
  );
  const input = qwenInput(task);
  return () => ({ ...agentCommand(qwenDriver, task, options, { args, env }), input, leavesGroups: true });
}

function fromExecute({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions): QwenOptions {
  if (legacyFullAuto) throw new TypeError('legacyFullAuto is no option of Qwen Code');
  switch (permissionMode) {
    case 'default':
    case 'plan':
      return { approvalMode: permissionMode };
    case 'acceptEdits':
      return { approvalMode: 'auto-edit' };
    case 'bypassPermissions':
      return { approvalMode: 'yolo' };
    default:
      throw new TypeError(`not a permission mode of Qwen Code: ${JSON.stringify(permissionMode)}`);
  }
}
