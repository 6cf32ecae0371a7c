import { claudeNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { claudeProject } from '../claude-project/wire.ts';
import { claudeStream } from '../claude-stream/wire.ts';

/** Claude Code: what it prints, and its session files. */
export const claude: AgentWires = { ...claudeNames, wires: [claudeStream, claudeProject] };
