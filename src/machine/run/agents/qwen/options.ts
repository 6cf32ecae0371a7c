import type { AgentOptions } from '../../agent-driver.ts';

/**
 * Permissions of Qwen Code. `default`: nothing that needs an approval; nobody can be asked in a run of threadline. `plan`:
 * read and plan. `auto-edit`: write files, but run no commands. `yolo`: everything.
 */
export type QwenApprovalMode = 'default' | 'plan' | 'auto-edit' | 'yolo';

/** Options of Qwen Code alone. A client's apply to every run, a request's to that run. */
export interface QwenOptions extends AgentOptions {
  /** QWEN_HOME: the folder of its settings and sessions. */
  qwenHome?: string | undefined;
  /** `--approval-mode`. Default: `default`. */
  approvalMode?: QwenApprovalMode | undefined;
  /** `--include-directories`: further folders to work in. */
  addDirs?: readonly string[] | undefined;
  /** `--allowed-tools`: tools that need no approval, such as `run_shell_command(git status)`. */
  allowedTools?: readonly string[] | undefined;
  /** `--exclude-tools`: tools that the model does not get. */
  excludedTools?: readonly string[] | undefined;
  /** `--auth-type`: `openai`, `qwen-oauth`, … Default: its settings. */
  authType?: string | undefined;
  /** `--max-session-turns`: the most requests of a session. Exit code 53 tells that there were more. */
  maxTurns?: number | undefined;
  /** `--include-partial-messages`: texts piece by piece. */
  partialMessages?: boolean | undefined;
}
