import { droidNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { droidSession } from '../droid-session/wire.ts';

/** Droid, by description: its session files. */
export const droid: AgentWires = { ...droidNames, wires: [droidSession] };
