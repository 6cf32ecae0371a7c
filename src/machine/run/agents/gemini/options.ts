import type { AgentOptions } from '../../agent-driver.ts';

/**
 * Permissions of Gemini CLI. `default`: nothing that needs an approval. Nobody can be asked in a
 * run of threadline, so the shell and the tools that write are not available at all. `plan`: read
 * and plan. `auto_edit`: write files, but run no commands. `yolo`: everything.
 */
export type GeminiApprovalMode = 'default' | 'auto_edit' | 'yolo' | 'plan';

/** Options of Gemini CLI alone. A client's apply to every run, a request's to that run. */
export interface GeminiOptions extends AgentOptions {
  /** GEMINI_CLI_HOME: the folder that holds its `.gemini`. */
  geminiHome?: string | undefined;
  /** `--approval-mode`. Default: its own choice, which is `default`. */
  approvalMode?: GeminiApprovalMode | undefined;
  /** `--include-directories`: further folders to work in. */
  addDirs?: readonly string[] | undefined;
  /** `--allowed-tools`: tools that need no approval, such as `run_shell_command(git status)`. */
  allowedTools?: readonly string[] | undefined;
  /** `--allowed-mcp-server-names`: the only MCP servers to use. */
  mcpServers?: readonly string[] | undefined;
  /** `--sandbox`: runs its tools in its own sandbox. */
  sandbox?: boolean | undefined;
  /** Trusts the working folder for this run. From 0.44 on, a folder that nobody trusts ends it with exit code 55. */
  trustFolder?: boolean | undefined;
}
