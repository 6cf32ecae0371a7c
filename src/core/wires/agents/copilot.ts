import { copilotNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { copilotEvents } from '../copilot-events/wire.ts';
import { copilotStream } from '../copilot-stream/wire.ts';

/** Copilot CLI: what it prints, and the log of a session. */
export const copilot: AgentWires = { ...copilotNames, wires: [copilotStream, copilotEvents] };
