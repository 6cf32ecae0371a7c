import type { AgentName } from '../thread/event.ts';
import { SCHEMA } from '../wires/threadline/mark.ts';
import { jsonLine } from './json-line.ts';

/**
 * Writes values as lines of JSON, the first one with threadline's mark, by which its readers know their own output again
 * (docs/formats/threadline.md). Undefined for a value that cannot be written.
 */
export function createMarkedLine(): (value: object, agent: AgentName | undefined) => string | undefined {
  let isMarked = false;
  return (value, agent) => {
    if (isMarked) return jsonLine(value);
    const text = jsonLine({ schema: SCHEMA, agent, ...value });
    isMarked = text !== undefined;
    return text;
  };
}
