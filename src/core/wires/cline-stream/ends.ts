import type { ThreadError, ThreadEvent, TurnEndEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { inferItem } from '../inferred.ts';
import type { RunningAgent } from './agents.ts';
import { requested } from './calls.ts';

/** Ends what was being said when nothing marks its end. */
export function endSaid(agent: RunningAgent, line: number): ThreadEvent[] {
  const events = Array.from(agent.said, ([type, { id, text }]): ThreadEvent => {
    const item = inferItem<ThreadItem>({ id, type, text }, text === '' ? {} : { text }, {});
    return requested({ type: 'item.completed', item, inferred: true, line }, agent.request);
  });
  agent.said.clear();
  return events;
}

/** The end of a turn, by the reason that the run tells. */
export function endOf(
  reason: string | undefined,
  text: string | undefined,
  failure: ThreadError | undefined,
): TurnEndEvent {
  if (reason === 'completed' || reason === undefined) return { type: 'turn.completed' };
  if (reason === 'aborted') return { type: 'turn.aborted', reason };
  return { type: 'turn.failed', error: { ...failure, message: text ?? failure?.message ?? reason } };
}
