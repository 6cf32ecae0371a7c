import type { ThreadEvent, TurnAbortedEvent, TurnCompletedEvent, TurnFailedEvent } from '../../thread/event.ts';
import { addInferred, USAGE } from '../../thread/inferred.ts';
import { addUsage } from '../../thread/running-usage.ts';
import { type LinePlace, placed } from '../claude/conversation.ts';
import { createMessageUsage, type MessageUsage } from '../claude/message-usage.ts';
import { inferCounts } from '../inferred.ts';
import { withDefined } from '../with-defined.ts';
import { type Branches, createBranches } from './branches.ts';

/** Session files do not mark turns. A prompt begins one, and the next prompt or an interruption ends it. */
export interface Turns {
  id(): string | undefined;
  isOpen(): boolean;
  readonly branches: Branches;
  /** Usage of the session's own messages, and of those of sub-agents in the same file. */
  readonly usage: MessageUsage;
  readonly agentsUsage: MessageUsage;
  /** Begins a turn with a line. */
  begin(line: TreePlace, place: LinePlace, events: ThreadEvent[]): void;
  /** Ends the turn because someone stopped the agent. */
  interrupt(place: LinePlace, events: ThreadEvent[]): void;
  /** Notes a text of the assistant, or a failure of the API. */
  replied(failure: string | undefined): void;
  end(place: LinePlace, events: ThreadEvent[]): void;
}

/** The place of a line in the tree. */
export interface TreePlace {
  uuid?: string | undefined;
  parentUuid?: string | undefined;
}

export function createTurns(whenWithdrawn: () => void): Turns {
  const branches = createBranches();
  const usage = createMessageUsage();
  const agentsUsage = createMessageUsage();
  let number = 0;
  /** Kept, because each line asks for it. */
  let id: string | undefined;
  let isOpen = false;
  let failure: string | undefined;
  /** The turn was handed over. */
  let isInherited = false;

  const turnId = (turn: number) => `synthetic-turn-${turn}`;

  function ending(): TurnCompletedEvent | TurnFailedEvent {
    const used = usage.take()?.usage;
    const total = addUsage(usage.total(), agentsUsage.total());
    if (failure !== undefined) {
      const failed: TurnFailedEvent = { type: 'turn.failed', error: { message: failure }, usage: total };
      return withDefined(addInferred(failed, USAGE), { turn_usage: used });
    }
    const hasUsage = used !== undefined || total.input_tokens > 0;
    const end: TurnCompletedEvent = { type: 'turn.completed', inferred: true };
    return withDefined(end, { turn_usage: used, usage: hasUsage ? total : undefined });
  }

  function end(place: LinePlace, events: ThreadEvent[]): void {
    if (!isOpen) return;
    isOpen = false;
    const where = { ...place, turn_id: turnId(number), inherited: isInherited || undefined };
    events.push(placed(ending(), where));
  }

  return {
    branches,
    usage,
    agentsUsage,
    end,
    id: () => id,
    isOpen: () => isOpen,
    begin(line, place, events) {
      end(place, events);
      number += 1;
      id = turnId(number);
      const left = branches.beginTurn(number, line.uuid, line.parentUuid);
      if (left.length > 0) {
        whenWithdrawn();
        const { turn_id: _turn, ...where } = place;
        events.push(placed({ type: 'turn.withdrawn', turn_ids: left.map(turnId) }, where));
      }
      isOpen = true;
      isInherited = place.inherited === true;
      failure = undefined;
      events.push(placed({ type: 'turn.started' }, { ...place, turn_id: turnId(number) }));
    },
    interrupt(place, events) {
      if (!isOpen) return;
      isOpen = false;
      const used = usage.take()?.usage;
      const total = addUsage(usage.total(), agentsUsage.total());
      if (used) {
        const count: ThreadEvent = { type: 'token_count', ...total, total_tokens: total.total_tokens ?? 0 };
        inferCounts(count, '', count, undefined);
        events.push(placed(count, place));
      }
      const aborted: TurnAbortedEvent = { type: 'turn.aborted', reason: 'interrupted' };
      events.push(placed(withDefined(aborted, { turn_usage: used }), place));
    },
    replied(reason) {
      failure = reason;
    },
  };
}
