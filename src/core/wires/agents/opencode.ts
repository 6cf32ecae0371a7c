import { opencodeNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { opencodeEvents } from '../opencode-events/wire.ts';
import { opencodeExport } from '../opencode-export/wire.ts';
import { opencodeStore } from '../opencode-store/wire.ts';
import { opencodeStream } from '../opencode-stream/wire.ts';

/** OpenCode: what it prints, its database and its older tree of files, its exports, and the events of its server. */
export const opencode: AgentWires = {
  ...opencodeNames,
  wires: [opencodeStream, opencodeStore, opencodeEvents, opencodeExport],
};
