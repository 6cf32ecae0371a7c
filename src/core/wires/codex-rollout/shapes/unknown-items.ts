import type { JsonObject } from '../../../lines/json.ts';
import type { ThreadItem } from '../../../thread/item.ts';

/** An item of a kind that is not known. An id or a kind that is not a text stays with the data. */
export function unknownItem({ type, id, ...data }: JsonObject, nextId: () => string): ThreadItem {
  const own = typeof id === 'string' && id !== '' ? id : undefined;
  if (own === undefined && id !== undefined) data.id = id;
  if (typeof type !== 'string' && type !== undefined) data.type = type;
  return { id: own ?? nextId(), type: 'unknown', wire_type: typeof type === 'string' ? type : '', data };
}
