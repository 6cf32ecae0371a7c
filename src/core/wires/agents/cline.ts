import { clineNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { clineSession } from '../cline-session/wire.ts';
import { clineStream } from '../cline-stream/wire.ts';
import { clineTask, clineTaskStream } from '../cline-task/wire.ts';

/** Cline 3 and 2: what they print, and their session files. */
export const cline: AgentWires = { ...clineNames, wires: [clineStream, clineSession, clineTaskStream, clineTask] };
