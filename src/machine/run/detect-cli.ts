import type { AgentName } from '../../core/thread/event.ts';
import type { AgentDriverEntry } from './agent-driver.ts';
import { findDriver } from './agents/registry.ts';
import type { Environment } from './find-program.ts';

/** Options of `detectCli`. */
export interface DetectCliOptions {
  /** The agent whose program to find. Default: the first one. */
  agent?: AgentName | undefined;
  /** The environment with PATH, HOME and the agent's own variable. Default: that of this process. */
  env?: Environment | undefined;
  /** The agents that are known. Default: those of threadline. */
  agents?: readonly AgentDriverEntry[] | undefined;
}

/**
 * Finds an agent's program; undefined if there is none. A name alone is short for `{agent: name}`.
 *
 * @example
 * import { detectCli } from 'threadline/run';
 *
 * console.log(detectCli('claude') ?? 'Claude Code is not installed');
 */
export function detectCli(wanted: AgentName | DetectCliOptions = {}): string | undefined {
  const { agent, env = process.env, agents } = typeof wanted === 'string' ? { agent: wanted } : wanted;
  return findDriver(agent, agents).detect(env);
}
