import type { AgentWires } from '../agent-wires.ts';
import { codexRollout } from '../codex-rollout/wire.ts';
import { codexStream } from './codex-stream.ts';

/** Codex: what it prints, in both forms, and its session files. */
export const codex: AgentWires = { ...codexStream, wires: [...codexStream.wires, codexRollout] };
