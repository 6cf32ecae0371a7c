import { isObject, type JsonObject } from '../../lines/json.ts';

/** The name of the file that goes on with a trajectory, in the same folder. Undefined for any other path. */
export function nextPart({ schema_version: version, continued_trajectory_ref: name }: JsonObject): string | undefined {
  if (typeof version !== 'string' || !version.startsWith('ATIF-v') || typeof name !== 'string') return undefined;
  return /^[^\\/:]{1,255}$/.test(name) && !/^\.{1,2}$/.test(name) ? name : undefined;
}

/** One trajectory of several parts. A later part repeats what the model still had: those steps are left out. */
export function joinParts(parts: readonly JsonObject[]): JsonObject {
  const joined: JsonObject = { ...parts[0], steps: parts.flatMap(stepsOf) };
  const agents = parts.flatMap(({ subagent_trajectories: inner }) => (Array.isArray(inner) ? inner : []));
  if (agents.length > 0) joined.subagent_trajectories = agents;
  // They are those of the first part.
  delete joined.final_metrics;
  const last = parts.at(-1)?.continued_trajectory_ref;
  if (last === undefined) delete joined.continued_trajectory_ref;
  else joined.continued_trajectory_ref = last;
  return joined;
}

function stepsOf({ steps }: JsonObject, part: number): unknown[] {
  const all: unknown[] = Array.isArray(steps) ? steps : [];
  return part === 0 ? all : all.filter((step) => !isObject(step) || step.is_copied_context !== true);
}
