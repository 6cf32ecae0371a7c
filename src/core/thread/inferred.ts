import type { JsonObject } from '../lines/json.ts';
import type { InferredFields } from './usage.ts';

/** An event or an item, by what its reader filled in. */
interface Marked {
  inferred?: boolean | InferredFields;
}

/** The lists that many events and items share, so that none is made for each. Joined, they give shared lists again. */
const shared = new Map<InferredFields, Map<InferredFields, InferredFields>>();

/** Makes a list to be shared. Call it for few lists. */
export function share(...names: string[]): InferredFields {
  const list = Object.freeze(names);
  shared.set(list, new Map());
  return list;
}

export const THREAD: InferredFields = share('thread_id');
export const TURN: InferredFields = share('turn_id');
export const THREAD_AND_TURN: InferredFields = share('thread_id', 'turn_id');
export const ID: InferredFields = share('id');
export const ITEM_ID: InferredFields = share('item_id');
/** The kind of the only change of a file. */
export const KIND: InferredFields = share('changes.0.kind');
/** A request that the wire does not name. It was counted. */
export const REQUEST: InferredFields = share('request_id');
/** A total that the end of a turn does not have. The reader knows it from the counts before. */
export const USAGE: InferredFields = share('usage');

/** The ids that an event got from the events before it. */
export function inferredIds(isThreadSaid: boolean, isTurnSaid: boolean): InferredFields | undefined {
  if (isTurnSaid) return isThreadSaid ? undefined : THREAD;
  return isThreadSaid ? TURN : THREAD_AND_TURN;
}

/** True for a field that the wire does not have. */
export function isInferred({ inferred }: Marked, name: string): boolean {
  return inferred === true || (typeof inferred === 'object' && inferred.includes(name));
}

/** Names further fields that were filled in. The list is kept as it is if it is the first one. */
export function addInferred<T extends Marked>(target: T, names: InferredFields): T {
  const { inferred } = target;
  if (inferred === true) return target;
  target.inferred = typeof inferred === 'object' ? joined(inferred, names) : names;
  return target;
}

function joined(names: InferredFields, more: InferredFields): InferredFields {
  const known = shared.has(more) ? shared.get(names) : undefined;
  const made = known?.get(more);
  if (made) return made;
  const all = [...names, ...more.filter((name) => !names.includes(name))];
  if (!known) return all;
  const list = share(...all);
  known.set(more, list);
  return list;
}

export function removeInferred(target: Marked, name: string): void {
  if (typeof target.inferred !== 'object' || !target.inferred.includes(name)) return;
  const left = target.inferred.filter((other) => other !== name);
  if (left.length > 0) target.inferred = left;
  else delete target.inferred;
}

/** A copy without the fields that were filled in, here and in the objects inside. */
export function withoutInferred(target: Marked): JsonObject {
  const { inferred, ...copy }: JsonObject & Marked = { ...target };
  if (typeof inferred !== 'object') return copy;
  const copies = new Set<unknown>();
  for (const name of inferred) {
    const path = name.split('.');
    const last = path.pop() ?? '';
    let holder: JsonObject | undefined = copy;
    for (const step of path) holder = holder && copied(holder, step, copies);
    if (holder) delete holder[last];
  }
  return copy;
}

/** The object inside another one, as a copy that may be changed. Each is copied once, however many fields it loses. */
function copied(holder: JsonObject, name: string, copies: Set<unknown>): JsonObject | undefined {
  const value = Object.hasOwn(holder, name) ? holder[name] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (copies.has(value)) return value as JsonObject;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copies.add(copy);
  holder[name] = copy;
  return copy as JsonObject;
}
