import { claudeNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { claudeControl as wire } from '../claude-control/wire.ts';

/** Claude Code, but only what it and a client say to each other. Give it before `claude`, if both are read. */
export const claudeControl: AgentWires = { ...claudeNames, wires: [wire] };
