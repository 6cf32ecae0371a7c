import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { createChildEnvironment } from '../child-environment.ts';
import { CLI_NAME, detectCli, INSTALL_HINT, isScript } from '../detect-cli.ts';
import { helperFolder } from '../native-binary.ts';
import { createOutputSchemaFile } from '../output-schema-file.ts';
import type { AgentCommand } from '../process/spawn-command.ts';
import { RunFailure } from '../run-result.ts';
import { type CodexTask, codexArguments } from './codex.ts';
import type { CodexOptions } from './codex-options.ts';

export interface CodexCommandOptions extends CodexOptions {
  /** The program; by default `detectCli()` finds it. */
  binary?: string;
  /** `CODEX_HOME`: where Codex keeps its configuration and its sessions. */
  codexHome?: string;
}

/**
 * Checks a task and its options, and gives the function that makes the command of it. A bad one throws a TypeError here;
 * the function throws a RunFailure for what is wrong with the machine.
 */
export function prepareCodex(task: CodexTask, options: CodexCommandOptions): () => AgentCommand {
  const { outputSchema, cwd } = options;
  const schemaText = typeof outputSchema === 'object' ? JSON.stringify(outputSchema) : undefined;
  const schemaPath = typeof outputSchema === 'string' ? outputSchema : undefined;
  const toArguments = (schemaFile: string | undefined) => codexArguments(task, options, schemaFile);
  toArguments(schemaPath);
  const env = createChildEnvironment({ CODEX_HOME: options.codexHome ?? process.env.CODEX_HOME }, options.env);

  return () => {
    const binary = options.binary ?? detectCli();
    if (binary === undefined) throw new RunFailure('cli-not-found', `${CLI_NAME} not found. ${INSTALL_HINT}`);
    // Node would start all the same, and tell of it in its own words.
    if (isScript(binary) && !existsSync(binary)) {
      throw new RunFailure('cli-not-found', `${CLI_NAME} not found: ${binary} is not there. ${INSTALL_HINT}`);
    }
    const schema = schemaText === undefined ? undefined : createOutputSchemaFile(schemaText);
    const args = toArguments(schema?.path ?? schemaPath);
    return {
      ...launch(binary, args),
      cwd: cwd === undefined ? undefined : resolve(cwd),
      env: withHelpers(env, binary),
      input: task.prompt ?? '',
      name: CLI_NAME,
      installHint: INSTALL_HINT,
      dispose: schema?.remove,
    };
  };
}

/** A program in JavaScript is run by this Node: Windows cannot start it, and elsewhere it need not be executable. */
function launch(binary: string, args: string[]): { file: string; args: string[] } {
  return isScript(binary) ? { file: process.execPath, args: [binary, ...args] } : { file: binary, args };
}

function withHelpers(env: Record<string, string>, binary: string): Record<string, string> {
  const folder = helperFolder(binary);
  return folder ? { ...env, PATH: [folder, env.PATH].filter(Boolean).join(delimiter) } : env;
}
