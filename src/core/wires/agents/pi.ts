import { piNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { piSession } from '../pi-session/wire.ts';

/** pi: what it prints, and its session files. */
export const pi: AgentWires = { ...piNames, wires: [piSession] };
