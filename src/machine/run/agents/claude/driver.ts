import { resolve } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand } from '../../find-program.ts';
import { installation } from '../../installation.ts';
import { claudeArguments } from './arguments.ts';
import { detectClaude } from './detect.ts';
import type { ClaudeOptions } from './options.ts';

/** The variables that Claude Code reads. All but the last few are for reaching the model. */
const OWN_VARIABLES = [
  ...['CLAUDE_CONFIG_DIR', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL'],
  ...['CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_MAX_RETRIES'],
  ...['CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC', 'DISABLE_AUTOUPDATER', 'DISABLE_TELEMETRY'],
];

/** Runs `claude -p`. A missing key or login fails the turn: Claude Code reports it as its answer. */
export const claudeDriver: AgentDriver<ClaudeOptions> = {
  program: 'Claude Code',
  ...installation('npm install -g @anthropic-ai/claude-code', 'CLAUDE_CLI_PATH'),
  wire: 'claude-stream',
  detect: detectClaude,
  prepare,
  options: {
    configDir: 'replaced',
    permissionMode: 'replaced',
    allowedTools: 'joined',
    disallowedTools: 'joined',
    appendSystemPrompt: 'replaced',
    addDirs: 'replaced',
    mcpConfig: 'joined',
    settings: 'replaced',
    outputSchema: 'replaced',
    maxTurns: 'replaced',
    forkSession: 'replaced',
    partialMessages: 'replaced',
    ephemeral: 'replaced',
  },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) ? ['claude', '--resume', id] : []),
  exitCodes: { 143: 'ended by SIGTERM' },
};

function prepare(task: AgentTask, options: ClaudeOptions): () => AgentCommand {
  const args = claudeArguments(task, options);
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES },
    options.configDir === undefined ? undefined : { CLAUDE_CONFIG_DIR: resolve(options.configDir) },
    options.env,
  );
  return () => ({ ...agentCommand(claudeDriver, task, options, { args, env }), leavesGroups: true });
}

/** The modes of `execute` are Claude's own. */
function fromExecute({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions): ClaudeOptions {
  if (legacyFullAuto) throw new TypeError('legacyFullAuto is no option of Claude Code');
  switch (permissionMode) {
    case 'default':
    case 'plan':
    case 'acceptEdits':
    case 'bypassPermissions':
      return { permissionMode };
    default:
      throw new TypeError(`not a permission mode of Claude Code: ${JSON.stringify(permissionMode)}`);
  }
}
