import { isObject, type JsonObject } from '../../lines/json.ts';

/** True for a line of the log: a kind of a family, its data, and its place in the chain of lines. */
export function isCopilotLine({ type, data, id, parentId }: JsonObject): boolean {
  if (typeof type !== 'string' || !(type.includes('.') || type === 'abort')) return false;
  return isObject(data) && typeof id === 'string' && (typeof parentId === 'string' || parentId === null);
}
