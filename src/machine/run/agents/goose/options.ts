import type { AgentOptions } from '../../agent-driver.ts';

/**
 * Permissions of goose (`GOOSE_MODE`). `approve`: a call that needs an approval ends the run, because nobody can be asked.
 * `chat`: no call is made; the model is told so. `auto`: everything.
 */
export type GooseMode = 'approve' | 'chat' | 'auto';

/** Options of goose alone. A client's apply to every run, a request's to that run. */
export interface GooseOptions extends AgentOptions {
  /** GOOSE_PATH_ROOT: the folder that holds its settings and its sessions. */
  gooseRoot?: string | undefined;
  /** GOOSE_MODE. Default: `approve`; goose's own default would allow everything. */
  mode?: GooseMode | undefined;
  /** `--provider`: who answers. Default: the one of its settings. */
  provider?: string | undefined;
  /** `--max-turns`: how many requests it may make without a person. */
  maxTurns?: number | undefined;
}
