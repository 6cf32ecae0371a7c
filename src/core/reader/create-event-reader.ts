import type { AgentWires } from '../wires/agent-wires.ts';
import { createReaderOf, type EventReader, type EventReaderOptions } from '../wires/create-reader.ts';

/** Options of the reader of chosen agents. */
export interface ChosenReaderOptions extends EventReaderOptions {
  /** The agents whose files and streams are read. Their order is that in which they are asked whose a line is. */
  agents: readonly AgentWires[];
}

/**
 * Makes a reader of chosen agents alone, like `createEventReader` of the root in all else. A bundle has the readers of
 * these agents and no others.
 *
 * @example
 * import { claude, createEventReader } from 'threadline/reader';
 *
 * const reader = createEventReader({ agents: [claude] });
 * const line = '{"type":"system","subtype":"init","session_id":"s1","tools":[],"mcp_servers":[]}\n';
 * for (const outcome of [...reader.push(line), ...reader.end()]) if (outcome.ok) console.log(outcome.events.length); // 2
 */
export function createEventReader(options: ChosenReaderOptions): EventReader {
  const { agents } = options;
  if (!Array.isArray(agents) || agents.length === 0) throw new TypeError('agents must name at least one agent');
  return createReaderOf(
    agents.flatMap(({ wires }) => [...wires]),
    options,
  );
}
