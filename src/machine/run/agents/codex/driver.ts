import { delimiter } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentCommand, AgentDriver, AgentTask } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { agentCommand, requireProgram } from '../../find-program.ts';
import { installation } from '../../installation.ts';
import { codexArguments } from './arguments.ts';
import { detectCodex } from './detect.ts';
import { helperFolder } from './native-binary.ts';
import type { CodexOptions } from './options.ts';
import { createOutputSchemaFile } from './output-schema.ts';

/** The variables that Codex reads, besides those its configuration names (`env_key` of a provider). */
const OWN_VARIABLES = ['CODEX_HOME', 'CODEX_API_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'RUST_LOG'];
/** Codex writes its traces to stderr, where they would hide what matters. */
const DEFAULTS = { RUST_LOG: 'error' };

/** Runs `codex exec --json`. Its wire is detected: old versions write another one than new ones. */
export const codexDriver: AgentDriver<CodexOptions> = {
  program: 'Codex CLI',
  ...installation('npm install -g @openai/codex', 'CODEX_CLI_PATH'),
  detect: detectCodex,
  prepare,
  options: {
    codexHome: 'replaced',
    sandbox: 'replaced',
    approval: 'replaced',
    addDirs: 'replaced',
    outputSchema: 'replaced',
    lastMessageFile: 'replaced',
    profile: 'replaced',
    config: 'joined',
    configOverrides: 'joined',
    ephemeral: 'replaced',
    ignoreUserConfig: 'replaced',
    ignoreRules: 'replaced',
    skipGitRepoCheck: 'replaced',
    dangerouslyBypassApprovalsAndSandbox: 'replaced',
    fullAuto: 'replaced',
  },
  fromExecute,
  resumeCommand: (id) => (isCommandId(id) ? ['codex', 'resume', id] : []),
};

function prepare(task: AgentTask, options: CodexOptions): () => AgentCommand {
  const { outputSchema } = options;
  const schemaText = typeof outputSchema === 'object' ? JSON.stringify(outputSchema) : undefined;
  const schemaPath = typeof outputSchema === 'string' ? outputSchema : undefined;
  const toArguments = (schemaFile: string | undefined) => codexArguments(task, options, schemaFile);
  toArguments(schemaPath);
  const env = createChildEnvironment(
    { clean: options.cleanEnv, own: OWN_VARIABLES, defaults: DEFAULTS },
    options.codexHome === undefined ? undefined : { CODEX_HOME: options.codexHome },
    options.env,
  );

  return () => {
    const binary = requireProgram(options.binary, codexDriver);
    const schema = schemaText === undefined ? undefined : createOutputSchemaFile(schemaText);
    const command = { args: toArguments(schema?.path ?? schemaPath), env: withHelpers(env, binary) };
    return { ...agentCommand(codexDriver, task, { ...options, binary }, command), dispose: schema?.remove };
  };
}

function withHelpers(env: Record<string, string>, binary: string): Record<string, string> {
  const folder = helperFolder(binary);
  return folder ? { ...env, PATH: [folder, env.PATH].filter(Boolean).join(delimiter) } : env;
}

function fromExecute(options: ExecuteOptions): CodexOptions {
  return { skipGitRepoCheck: options.workingDir !== undefined, ...permissionsOf(options) };
}

/** Old versions had `--full-auto` for `acceptEdits`; today's use two settings. */
function permissionsOf({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions): CodexOptions {
  switch (permissionMode) {
    case 'default':
      return { sandbox: 'workspace-write' };
    case 'plan':
      return { sandbox: 'read-only' };
    case 'acceptEdits':
      return legacyFullAuto ? { fullAuto: true } : { sandbox: 'workspace-write', approval: 'never' };
    case 'bypassPermissions':
      return { dangerouslyBypassApprovalsAndSandbox: true };
    default:
      throw new TypeError(`not a permission mode of Codex: ${JSON.stringify(permissionMode)}`);
  }
}
