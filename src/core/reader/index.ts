export type { AgentWires } from '../wires/agent-wires.ts';
export { claude } from '../wires/agents/claude.ts';
export { codex } from '../wires/agents/codex.ts';
export { codexStream } from '../wires/agents/codex-stream.ts';
export { gemini } from '../wires/agents/gemini.ts';
export type { EventReader } from '../wires/create-reader.ts';
export { type ChosenReaderOptions, createEventReader } from './create-event-reader.ts';
