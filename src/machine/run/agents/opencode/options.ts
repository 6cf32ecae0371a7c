import type { AgentOptions } from '../../agent-driver.ts';

/**
 * What OpenCode or Kilo may do. Both allow everything by themselves, and nobody can be asked in a run of threadline.
 * `read`: look at files and plan. `edit`: also change files, but run no commands and fetch nothing. `all`: everything.
 * `config`: what the person's own configuration says.
 */
export type OpencodePermission = 'read' | 'edit' | 'all' | 'config';

/** Options of OpenCode and Kilo alone. A client's apply to every run, a request's to that run. */
export interface OpencodeOptions extends AgentOptions {
  /** Default: `read`. */
  permission?: OpencodePermission | undefined;
  /** `--agent`: one of its own agents, such as `plan`. */
  agent?: string | undefined;
  /** `--thinking`: prints the model's reasoning, which is otherwise only kept. */
  thinking?: boolean | undefined;
}
