import { cursorNames } from '../agent-names.ts';
import type { AgentWires } from '../agent-wires.ts';
import { cursorRows } from '../cursor-rows/wire.ts';
import { cursorTranscript } from '../cursor-transcript/wire.ts';

/** Cursor, by description: transcripts of its command line, and its databases. */
export const cursor: AgentWires = { ...cursorNames, wires: [cursorTranscript, cursorRows] };
