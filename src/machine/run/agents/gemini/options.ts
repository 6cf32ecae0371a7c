import type { AgentOptions } from '../../agent-driver.ts';

/**
 * What Gemini CLI may do by itself. `default`: nothing that it would have to ask for. Where nobody can be asked, which is
 * so in every run of threadline, that means that the shell and the tools that write are not there at all. `plan`: read and
 * plan. `auto_edit`: write files, but run no commands. `yolo`: everything.
 */
export type GeminiApprovalMode = 'default' | 'auto_edit' | 'yolo' | 'plan';

/** What only Gemini CLI can be told. A client's options hold for every run, a request's for that run. */
export interface GeminiOptions extends AgentOptions {
  /** GEMINI_CLI_HOME: the folder in which it has its `.gemini`. */
  geminiHome?: string | undefined;
  /** `--approval-mode`; its own choice by default, which is `default`. */
  approvalMode?: GeminiApprovalMode | undefined;
  /** `--include-directories`: further folders that it may work in. */
  addDirs?: readonly string[] | undefined;
  /** `--allowed-tools`: tools that need no approval, such as `run_shell_command(git status)`. */
  allowedTools?: readonly string[] | undefined;
  /** `--allowed-mcp-server-names`: no other MCP servers than these. */
  mcpServers?: readonly string[] | undefined;
  /** `--sandbox`: run its tools in its own sandbox. */
  sandbox?: boolean | undefined;
  /** Trust the working folder for this run. From 0.44 on it ends with exit code 55 in a folder that nobody trusts. */
  trustFolder?: boolean | undefined;
}
