import type { AgentOptions } from '../../agent-driver.ts';

/** Options of Cline 3 alone. A client's apply to every run, a request's to that run. */
export interface ClineOptions extends AgentOptions {
  /** CLINE_DIR: the folder that holds its settings and its sessions. */
  clineDir?: string | undefined;
  /** `--auto-approve`: true allows every tool. Default: false; Cline's own default would allow everything. */
  autoApprove?: boolean | undefined;
  /** `--plan`: plans instead of acting. Tools that are allowed still run. */
  plan?: boolean | undefined;
  /** `-P`: who answers. Default: the one of its settings. */
  provider?: string | undefined;
}
