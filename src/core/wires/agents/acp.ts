import { acp as wire } from '../acp/wire.ts';
import type { AgentWires } from '../agent-wires.ts';

/** Any agent, but only what it and a client say to each other by the Agent Client Protocol. */
export const acp: AgentWires = { name: 'acp', title: 'Agent Client Protocol', wires: [wire] };
