import { crushNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { crushRows } from '../crush-rows/wire.ts';

/** Crush, by description: its databases. */
export const crush: AgentWires = { ...crushNames, wires: [crushRows] };
