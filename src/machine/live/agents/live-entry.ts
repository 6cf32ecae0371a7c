import type { AgentName } from '../../../core/thread/event.ts';
import type { AgentDriver } from '../../run/agent-driver.ts';
import type { EnvironmentChanges } from '../../run/environment.ts';
import type { LiveLink, LiveProtocol, LiveStart } from '../live-protocol.ts';

/** How an agent is controlled: its program, how it is started, and the protocol it speaks. */
export interface LiveEntry {
  name: AgentName;
  /** Finds the program, and says how to install it. */
  program: Pick<AgentDriver, 'program' | 'installHint' | 'detect'>;
  args(start: LiveStart): string[];
  /** What the environment must have for the mode. It applies after the caller's changes. */
  environment?(start: LiveStart): EnvironmentChanges;
  /** Files that let the agent act unasked, where it cannot be made to ask. */
  laxFiles?(start: LiveStart, environment: Readonly<Record<string, string>>): string[];
  protocol(link: LiveLink, start: LiveStart): LiveProtocol;
}
