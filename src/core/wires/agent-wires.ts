import type { AgentName } from '../thread/event.ts';
import type { Wire } from './wire.ts';

/** The wires of an agent. */
export interface AgentWires {
  name: AgentName;
  /** The agent's name for people: `Codex`, `Claude Code`. */
  title: string;
  /** The provider of a thread that names none, by OpenTelemetry's name. If absent, the agent's own name. */
  provider?: string;
  /** The agent's name in trajectories that others exchange, if it is not its own name. */
  trajectoryName?: string;
  /** What the answer to a prompt tells by the Agent Client Protocol: the usage of the whole session, not of the turn. */
  promptUsage?: 'session';
  /** How words of the agent's program begin that the protocol gives as the model's. */
  noticePrefix?: RegExp;
  /** Wires in the order in which they are asked to recognise a record. */
  wires: readonly Wire[];
}
