import { isObject, type JsonObject } from '../../lines/json.ts';
import { checkDocument, MOST_LEVELS } from './check-document.ts';

/**
 * The place of a trajectory among those of a document. Without a parent it is the thread itself. Where no call refers to
 * it, its parent is the trajectory that holds it.
 */
export interface TrajectoryPlace {
  id: string;
  parentItemId: string | undefined;
}

/** A record of a document: the fields of a trajectory, or one of its steps. */
export type AtifRecord =
  | { type: 'trajectory'; place: TrajectoryPlace; fields: JsonObject; errors: string[] }
  | { type: 'step'; place: TrajectoryPlace; step: unknown };

/** Splits a document: each trajectory with its steps, those of sub-agents behind the one that started them. */
export function* atifRecords(document: JsonObject): Generator<JsonObject> {
  const { errors } = checkDocument(document);
  yield* trajectoryRecords(document, { id: idOf(document) ?? '', parentItemId: undefined }, errors, 0);
}

function* trajectoryRecords(
  trajectory: JsonObject,
  place: TrajectoryPlace,
  errors: string[],
  level: number,
): Generator<JsonObject> {
  const { steps, subagent_trajectories: inner, ...fields } = trajectory;
  // What is no list is kept as it is.
  if (steps !== undefined && !Array.isArray(steps)) fields.steps = steps;
  if (inner !== undefined && (!Array.isArray(inner) || !inner.every(isObject) || level >= MOST_LEVELS))
    fields.subagent_trajectories = inner;
  const record: AtifRecord = { type: 'trajectory', place, fields, errors };
  yield record;
  const all: unknown[] = Array.isArray(steps) ? steps : [];
  for (const step of all) yield { type: 'step', place, step } satisfies AtifRecord;
  if (!Array.isArray(inner) || level >= MOST_LEVELS) return;
  const calls = startingCalls(all);
  for (const [index, sub] of inner.entries()) {
    if (!isObject(sub)) continue;
    const id = text(sub.trajectory_id) ?? text(sub.session_id) ?? `${place.id}/${index + 1}`;
    const parentItemId = calls.get(id) ?? calls.get(text(sub.session_id) ?? '') ?? place.id;
    yield* trajectoryRecords(sub, { id, parentItemId }, [], level + 1);
  }
}

/** The call that started each sub-agent, by the ids that results refer to it by. */
function startingCalls(steps: readonly unknown[]): Map<string, string> {
  const calls = new Map<string, string>();
  for (const step of steps) {
    for (const result of listIn(isObject(step) ? step.observation : undefined, 'results')) {
      const call = isObject(result) ? text(result.source_call_id) : undefined;
      if (call === undefined) continue;
      for (const ref of listIn(result, 'subagent_trajectory_ref')) {
        const id = isObject(ref) ? (text(ref.trajectory_id) ?? text(ref.session_id)) : undefined;
        if (id !== undefined && !calls.has(id)) calls.set(id, call);
      }
    }
  }
  return calls;
}

/** A run's id may be the same for all of its parts. It is still what people resume by. */
function idOf({ session_id, trajectory_id }: JsonObject): string | undefined {
  return text(session_id) ?? text(trajectory_id);
}

function listIn(value: unknown, name: string): unknown[] {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
