import { createEventReader, type ThreadEvent } from 'threadline';

/** The requests of a thread, in order, if it names those of all that its model said. Undefined if it does not. */
export function wantedOrder(bytes: Uint8Array): string[] | undefined {
  const reader = createEventReader();
  const events = [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
  if (events.some(({ type }) => type === 'turn.withdrawn')) return undefined;
  const said = events.filter((event) => isSaid(event));
  if (said.length === 0 || said.some((event) => event.request_id === undefined)) return undefined;
  return [...new Set(said.flatMap(({ request_id: id }) => id ?? []))];
}

function isSaid(event: ThreadEvent): boolean {
  if (!('item' in event) || event.parent_item_id !== undefined) return false;
  return !['user_message', 'error', 'compaction'].includes(event.item.type);
}
