import type { ThreadEvent, TurnStartedEvent } from '../thread/event.ts';
import type { CollabToolCallItem } from '../thread/item.ts';
import type { ItemEvent } from './item-event.ts';

/** A turn by its place in the thread. */
export interface Turn {
  /**
   * `t<n>`, counted from 1 in the thread's own file; `p<n>` for those of the parent that a fork goes on from; `t<n>.agent`
   * for what other agents do in it.
   */
  name: string;
  /** Grows from turn to turn, the parent's included. */
  order: number;
}

/** Numbers the turns of a thread. A live stream that resumes one begins at the number that it is told. */
export interface TurnCounter {
  /** A turn begins. */
  start(event: TurnStartedEvent): void;
  /** The turn is over, well or not. */
  end(): void;
  /**
   * Work with other agents: on some streams their lines are mixed into ours, and what is new while we wait for them is
   * theirs.
   */
  collaborate(event: ItemEvent, item: CollabToolCallItem): void;
  /** The turn of an event: its own where it names one, else the current one. */
  of(event: ThreadEvent): Turn;
}

/** How many turns back late items may belong to. */
export const REMEMBERED_TURNS = 64;

export function createTurnCounter(firstTurn: number): TurnCounter {
  if (!Number.isSafeInteger(firstTurn) || firstTurn < 1) throw new TypeError('firstTurn counts from 1');
  let own = 0;
  let inherited = 0;
  /** What comes before the first turn belongs to it; 0.42 has no `turn.started` at all. */
  let current: Turn = { name: `t${firstTurn}`, order: 1 };
  let currentId: string | undefined;
  let isOpen = false;
  let hasSpawned = false;
  let isMixed = false;
  let isWaiting = false;
  /** The turns of late: a new generation begins when one is full, and the one before the last is forgotten. */
  let byId = new Map<string, Turn>();
  let before: Map<string, Turn> | undefined;

  /**
   * Codex 0.93 to 0.116 print the turns of a child agent into the parent's stream, without their ends. A stream that
   * names its turns says whose they are; there, every start counts.
   */
  function isChilds(event: TurnStartedEvent): boolean {
    return isOpen && hasSpawned && (event.turn_id === undefined || event.turn_id.startsWith('synthetic-turn-'));
  }

  function forgetAgents(): void {
    hasSpawned = false;
    isMixed = false;
    isWaiting = false;
  }

  function next(event: TurnStartedEvent): Turn {
    if (event.inherited) inherited += 1;
    else own += 1;
    const name = event.inherited ? `p${inherited}` : `t${firstTurn + own - 1}`;
    return { name, order: own + inherited };
  }

  function remember(id: string): void {
    if (byId.size === REMEMBERED_TURNS) {
      before = byId;
      byId = new Map();
    }
    byId.set(id, current);
  }

  function find(id: string): Turn | undefined {
    return byId.get(id) ?? before?.get(id);
  }

  return {
    start(event) {
      const known = event.turn_id === undefined ? undefined : find(event.turn_id);
      if (known) {
        current = known;
      } else if (!isChilds(event)) {
        current = next(event);
        isOpen = true;
        forgetAgents();
      } else {
        isMixed = true;
      }
      currentId = event.turn_id;
      if (currentId !== undefined) remember(currentId);
    },
    end() {
      isOpen = false;
      forgetAgents();
    },
    collaborate(event, item) {
      hasSpawned = true;
      isWaiting = item.tool.startsWith('wait') && event.type === 'item.started';
    },
    of(event) {
      const id = event.turn_id;
      // Its own counts, so that the ids of what we say afterwards are those of the session file.
      if (isMixed && isWaiting) return { name: `${current.name}.agent`, order: current.order + 0.5 };
      if (id === undefined || id === currentId) return current;
      return find(id) ?? current;
    },
  };
}
