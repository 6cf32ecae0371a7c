import { resolve } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand } from '../../find-program.ts';
import { installation } from '../../installation.ts';
import { geminiArguments, isListWord } from './arguments.ts';
import { detectGemini } from './detect.ts';
import type { GeminiOptions } from './options.ts';

/** The variables that Gemini CLI reads. Most are for reaching the model. */
const OWN_VARIABLES = [
  ...['GEMINI_CLI_HOME', 'GEMINI_API_KEY', 'GEMINI_MODEL', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
  ...['GOOGLE_CLOUD_LOCATION', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_GENAI_USE_GCA'],
  ...['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_VERTEX_BASE_URL', 'GEMINI_CLI_TRUST_WORKSPACE', 'GEMINI_CLI_NO_RELAUNCH'],
];

/** Its own exit codes. Any other above 1 is an HTTP status cut to a byte, such as 144 for 400. */
const EXIT_CODES = {
  41: 'no key and no login: set GEMINI_API_KEY, or sign in by running gemini once',
  42: 'it did not take what it was given, such as a session that it does not know',
  44: 'its sandbox could not be had',
  52: 'its settings are wrong',
  53: 'the session has had all the turns that its settings allow',
  54: 'a tool failed in a way that ends everything',
  55: 'the folder is not trusted: run gemini in it once, or set trustFolder or GEMINI_CLI_TRUST_WORKSPACE=true',
  130: 'it was cancelled',
};

export const geminiDriver: AgentDriver<GeminiOptions> = {
  program: 'Gemini CLI',
  ...installation('npm install -g @google/gemini-cli', 'GEMINI_CLI_PATH'),
  wire: 'gemini-stream',
  detect: detectGemini,
  prepare,
  options: {
    geminiHome: 'replaced',
    approvalMode: 'replaced',
    addDirs: 'replaced',
    allowedTools: 'joined',
    mcpServers: 'joined',
    sandbox: 'replaced',
    trustFolder: 'replaced',
  },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) && !isListWord(id) ? ['gemini', '--resume', id] : []),
  exitCodes: EXIT_CODES,
};

function prepare(task: AgentTask, options: GeminiOptions): () => AgentCommand {
  const args = geminiArguments(task, options);
  const { geminiHome, trustFolder } = options;
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES },
    geminiHome === undefined ? undefined : { GEMINI_CLI_HOME: resolve(geminiHome) },
    trustFolder === undefined ? undefined : { GEMINI_CLI_TRUST_WORKSPACE: trustFolder ? 'true' : undefined },
    options.env,
  );
  return () => ({ ...agentCommand(geminiDriver, task, options, { args, env }), leavesGroups: true });
}

function fromExecute({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions): GeminiOptions {
  if (legacyFullAuto) throw new TypeError('legacyFullAuto is no option of Gemini CLI');
  switch (permissionMode) {
    case 'default':
    case 'plan':
      return { approvalMode: permissionMode };
    case 'acceptEdits':
      return { approvalMode: 'auto_edit' };
    case 'bypassPermissions':
      return { approvalMode: 'yolo' };
    default:
      throw new TypeError(`not a permission mode of Gemini CLI: ${JSON.stringify(permissionMode)}`);
  }
}
