import type { AgentOptions } from '../../agent-driver.ts';

/** Options of GitHub Copilot CLI alone. A client's apply to every run, a request's to that run. */
export interface CopilotOptions extends AgentOptions {
  /** COPILOT_HOME: the folder of its settings and sessions. */
  copilotHome?: string | undefined;
  /**
   * What it may do. `default`: what needs no approval, such as reading. Nobody can be asked in a run of threadline, so all
   * else is denied. `plan`: it only plans. `edits`: it also writes files in its folder. `all`: everything, everywhere.
   */
  permissions?: CopilotPermissions | undefined;
  /** `--allow-tool`: what needs no approval, such as `shell(git status)` or `write`. */
  allowTools?: readonly string[] | undefined;
  /** `--deny-tool`: what is denied, even if it is allowed elsewhere. */
  denyTools?: readonly string[] | undefined;
  /** `--add-dir`: further folders to work in. */
  addDirs?: readonly string[] | undefined;
}

/** The permissions of a run of Copilot CLI, from none to all. */
export type CopilotPermissions = 'default' | 'plan' | 'edits' | 'all';
