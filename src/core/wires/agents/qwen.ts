import { qwenNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { qwenChat } from '../qwen-chat/wire.ts';
import { qwenStream } from '../qwen-stream/wire.ts';

/** Qwen Code: what it prints, and its chats. */
export const qwen: AgentWires = { ...qwenNames, wires: [qwenStream, qwenChat] };
