import type { Problem } from '../../errors.ts';
import type { ThreadEvent } from '../thread/event.ts';
import { unknownKind } from '../thread/unknown-kind.ts';
import type { Wire } from './wire.ts';

/** The problems that `strict` turns into errors: unknown kinds, and events whose thread or turn is unknown. */
export function strictProblem(
  events: readonly ThreadEvent[],
  wire: Wire | undefined,
  raw: string,
): Problem | undefined {
  for (const event of events) {
    const unknown = unknownKind(event);
    if (unknown) {
      const what = unknown.code === 'unknown-event' ? 'event' : 'item';
      return { code: unknown.code, message: `unknown ${what} kind ${JSON.stringify(unknown.name.slice(0, 80))}`, raw };
    }
    const needsContext = event.type.startsWith('turn.') || event.type.startsWith('item.');
    if (wire?.hasThreadIds && needsContext && (event.thread_id === undefined || event.turn_id === undefined)) {
      return { code: 'missing-context', message: `${event.type} belongs to no known thread and turn`, raw };
    }
  }
  return undefined;
}
