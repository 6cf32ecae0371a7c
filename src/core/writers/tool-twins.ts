import type { JsonObject } from '../lines/json.ts';
import { plainName, type SessionCall } from './session-format.ts';

/** An agent's equivalent of one of Claude's tools, and its names of what Claude names otherwise. */
export interface ToolTwin {
  name: string;
  keys?: Readonly<Record<string, string>>;
}

/** A call under the agent's own names if it has such a tool, else as it is. */
export function twinCall(
  { name, input }: SessionCall,
  twins: ReadonlyMap<string, ToolTwin>,
): { name: string; input: JsonObject } {
  const twin = twins.get(name);
  if (!twin) return { name: plainName(name), input };
  const { keys = {} } = twin;
  // A name that is taken already would be lost.
  if (Object.entries(keys).some(([from, to]) => Object.hasOwn(input, from) && Object.hasOwn(input, to)))
    return { name: plainName(name), input };
  const renamed = Object.entries(input).map(([key, value]) => [Object.hasOwn(keys, key) ? keys[key] : key, value]);
  return { name: twin.name, input: Object.fromEntries(renamed) };
}
