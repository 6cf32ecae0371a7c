import { antigravityNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { antigravityTranscript } from '../antigravity-transcript/wire.ts';

/** Antigravity, by description: its transcripts. */
export const antigravity: AgentWires = { ...antigravityNames, wires: [antigravityTranscript] };
