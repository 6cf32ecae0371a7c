import type { ThreadEvent } from './event.ts';

/** What is not known of an event: its own kind, or that of its item. Undefined for one that is known. */
export function unknownKind(event: ThreadEvent): { code: 'unknown-event' | 'unknown-item'; name: string } | undefined {
  if (event.type === 'unknown') return { code: 'unknown-event', name: event.wire_type };
  if (!('item' in event) || event.item.type !== 'unknown') return undefined;
  return { code: 'unknown-item', name: event.item.wire_type };
}
