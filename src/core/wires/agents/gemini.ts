import { geminiNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { geminiChat } from '../gemini-chat/wire.ts';
import { geminiStream } from '../gemini-stream/wire.ts';

/** Gemini CLI: what it prints, and its chats. */
export const gemini: AgentWires = { ...geminiNames, wires: [geminiStream, geminiChat] };
