import { ampNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { ampThread } from '../amp-thread/wire.ts';

/** Amp, by description: threads as it kept or exports them. */
export const amp: AgentWires = { ...ampNames, wires: [ampThread] };
