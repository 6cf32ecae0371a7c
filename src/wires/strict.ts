import type { Problem } from '../errors.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { Wire } from './wire.ts';

/** What `strict` turns into an error: kinds that are not known, and events whose thread or turn is not. */
export function strictProblem(events: readonly ThreadEvent[], wire: Wire | undefined, raw: string): Problem | undefined {
  for (const event of events) {
    if (event.type === 'unknown') {
      return { code: 'unknown-event', message: `unknown event kind ${name(event.wire_type)}`, raw };
    }
    if ('item' in event && event.item.type === 'unknown') {
      return { code: 'unknown-item', message: `unknown item kind ${name(event.item.wire_type)}`, raw };
    }
    const needsContext = event.type.startsWith('turn.') || event.type.startsWith('item.');
    if (wire?.hasThreadIds && needsContext && (event.thread_id === undefined || event.turn_id === undefined)) {
      return { code: 'missing-context', message: `${event.type} belongs to no known thread and turn`, raw };
    }
  }
  return undefined;
}

function name(kind: string): string {
  return JSON.stringify(kind.slice(0, 80));
}
