import { codexNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { codexExec } from '../codex-exec/wire.ts';
import { codexLegacy } from '../codex-legacy/wire.ts';

/** Codex, but only what it prints. Its session files take more than half of its readers. */
export const codexStream: AgentWires = { ...codexNames, wires: [codexExec, codexLegacy] };
