import { kiloNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';

/** Kilo writes what OpenCode writes. Its place, or a field, tells them apart: give both to a reader. */
export const kilo: AgentWires = { ...kiloNames, wires: [] };
