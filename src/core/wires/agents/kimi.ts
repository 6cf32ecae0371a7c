import { kimiNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { kimiStream } from '../kimi-stream/wire.ts';
import { kimiWire } from '../kimi-wire/wire.ts';

/** Kimi Code: what it prints, and its session files. */
export const kimi: AgentWires = { ...kimiNames, wires: [kimiStream, kimiWire] };
