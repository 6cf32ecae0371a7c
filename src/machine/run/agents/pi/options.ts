import type { AgentOptions } from '../../agent-driver.ts';

/**
 * What pi may do. It asks nobody and has no permissions of its own, so a run gets only the tools for it. `read`: read and
 * search files. `edit`: write files too, but run no commands. `all`: every tool, also those of its extensions.
 */
export type PiPermission = 'read' | 'edit' | 'all';

/** Options of pi alone. A client's apply to every run, a request's to that run. */
export interface PiOptions extends AgentOptions {
  /** PI_CODING_AGENT_DIR: the folder that holds its settings and sessions. */
  piHome?: string | undefined;
  /** Default: `read`. */
  permission?: PiPermission | undefined;
  /** `--tools`: the only tools to give it, by name, instead of those of `permission`. */
  tools?: readonly string[] | undefined;
  /** `--provider`: who answers, such as `anthropic`. */
  provider?: string | undefined;
  /** `--thinking`: `off`, `minimal`, `low`, `medium`, `high`, `xhigh`. */
  thinking?: string | undefined;
}
