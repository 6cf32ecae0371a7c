import type { Problem } from '../../errors.ts';
import type { ThreadEvent } from '../thread/event.ts';
import { unknownKind } from '../thread/unknown-kind.ts';
import type { Wire } from './wire.ts';

/**
 * The problems that `strict` turns into errors: unknown kinds, a thread that begins without an id, and events whose
 * thread or turn is unknown.
 */
export function strictProblem(
  events: readonly ThreadEvent[],
  wire: Wire | undefined,
  raw: string,
  problems: readonly Problem[] = [],
): Problem | undefined {
  for (const event of events) {
    const unknown = unknownKind(event);
    if (unknown) {
      const what = unknown.code === 'unknown-event' ? 'event' : 'item';
      return { code: unknown.code, message: `unknown ${what} kind ${JSON.stringify(unknown.name.slice(0, 80))}`, raw };
    }
    // Some records that begin a thread never have an id, and their readers do not miss it.
    const isMissed = event.type === 'thread.started' && event.thread_id === '' && problems.some(isBadField);
    if (wire?.hasThreadIds && isMissed) {
      return { code: 'missing-context', message: 'thread.started names no thread', raw };
    }
    const needsContext = event.type.startsWith('turn.') || event.type.startsWith('item.');
    if (wire?.hasThreadIds && needsContext && (event.thread_id === undefined || event.turn_id === undefined)) {
      return { code: 'missing-context', message: `${event.type} belongs to no known thread and turn`, raw };
    }
  }
  return undefined;
}

function isBadField({ code }: Problem): boolean {
  return code === 'bad-field';
}
