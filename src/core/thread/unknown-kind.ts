import type { ThreadEvent } from './event.ts';

/** The unknown kind in an event: its own, or that of its item. Undefined if both are known. */
export function unknownKind(event: ThreadEvent): { code: 'unknown-event' | 'unknown-item'; name: string } | undefined {
  if (event.type === 'unknown') return { code: 'unknown-event', name: event.wire_type };
  if (!('item' in event) || event.item.type !== 'unknown') return undefined;
  return { code: 'unknown-item', name: event.item.wire_type };
}
