import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';

export interface ThreadTurn {
  key: string;
  /** Counted as in ids: from 1 in the thread's own file. Absent for inherited turns. */
  number?: number | undefined;
}

/** Counts the turns of a thread in order of their start. */
export interface TurnList {
  /** Takes the next event and returns its turn; undefined before the first one. */
  add(event: ThreadEvent): string | undefined;
  /** The turns that were not taken back. */
  turns(): ThreadTurn[];
}

export function createTurnList(): TurnList {
  const turns = new Map<string, ThreadTurn>();
  let own = 0;
  let current: string | undefined;
  return {
    add(event) {
      if (event.parent_item_id !== undefined) return current;
      const key = turnKey(event);
      if (event.type === 'turn.started') {
        current = key ?? `nameless-${turns.size}`;
        if (!turns.has(current)) turns.set(current, { key: current, number: event.inherited ? undefined : ++own });
      }
      if (event.type === 'turn.withdrawn') for (const id of event.turn_ids) forget(id);
      return key !== undefined && turns.has(key) ? key : current;
    },
    turns: () => [...turns.values()],
  };

  function forget(id: string): void {
    turns.delete(`own ${id}`);
    turns.delete(`given ${id}`);
  }
}

/** The turns of a fork's parent may have the same ids as its own. */
function turnKey({ turn_id: id, inherited }: ThreadEvent): string | undefined {
  return id === undefined ? undefined : `${inherited ? 'given' : 'own'} ${id}`;
}

/** The key of what precedes the first turn. */
export const BEFORE_TURNS = '';

/** Removes events of other turns from outcomes. */
export function createTurnSelection(wanted: ReadonlySet<string>): (outcome: Outcome) => Outcome {
  const list = createTurnList();
  const isWanted = (event: ThreadEvent): boolean => {
    const turn = list.add(event) ?? BEFORE_TURNS;
    return event.type === 'thread.started' || event.type === 'turn.withdrawn' || wanted.has(turn);
  };
  return (outcome) => {
    if (!outcome.ok) return outcome;
    const events = outcome.events.filter(isWanted);
    return events.length === outcome.events.length ? outcome : { ...outcome, events };
  };
}
