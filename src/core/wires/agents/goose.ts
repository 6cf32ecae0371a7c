import { gooseNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { gooseRows } from '../goose-rows/wire.ts';
import { gooseStream } from '../goose-stream/wire.ts';

/** Goose: what it prints, and its database. */
export const goose: AgentWires = { ...gooseNames, wires: [gooseStream, gooseRows] };
