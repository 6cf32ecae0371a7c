import { codexNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { codexAppServer as wire } from '../codex-app-server/wire.ts';

/** Codex, but only what `codex app-server` and a client say to each other. */
export const codexAppServer: AgentWires = { ...codexNames, wires: [wire] };
