import type { AgentOptions } from '../../agent-driver.ts';

/** Options of Kimi Code alone. A client's apply to every run, a request's to that run. */
export interface KimiOptions extends AgentOptions {
  /** KIMI_CODE_HOME: the folder that holds its settings and sessions. */
  kimiHome?: string | undefined;
  /**
   * Lets it do all things without asking. Kimi Code has no other way to run without a person: rules that deny are not
   * followed there, and a plan is refused. So a run that does not ask for this is refused, too.
   */
  allowAll?: boolean | undefined;
}
