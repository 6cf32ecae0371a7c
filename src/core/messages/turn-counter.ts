import { coreLimits } from '../../limits/core.ts';
import type { ItemEvent, ThreadEvent, TurnStartedEvent } from '../thread/event.ts';
import type { CollabToolCallItem } from '../thread/item.ts';
import { RecentMap } from './recent-map.ts';

/** A turn by its place in the thread. */
export interface Turn {
  /**
   * `t<n>`, counted from 1 in the thread's own file; `p<n>` for those of the parent that a fork goes on from; `t<n>.agent`
   * for what other agents do in it; `<call>.t<n>` for a sub-agent that the call started.
   */
  name: string;
  /** Grows from turn to turn, the parent's included. */
  order: number;
  /** The turn that it goes with when that is taken back. */
  outer: Turn | undefined;
  /** How often each kind of message and each call occurred in it: ids count on from here. */
  counts: Map<string, number>;
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
  /** The turn that is under way, or was last. */
  current(): Turn;
  /** A turn by its id, as far back as turns are remembered. */
  find(id: string): Turn | undefined;
  /** Another input follows: its ids of turns begin anew, their numbers go on. */
  forgetIds(): void;
}

export interface TurnCounterOptions {
  firstTurn: number;
  /** Stands before the names of all turns. */
  prefix?: string;
  outer?: Turn;
}

export function createTurnCounter({ firstTurn, prefix = '', outer }: TurnCounterOptions): TurnCounter {
  if (!Number.isSafeInteger(firstTurn) || firstTurn < 1) throw new TypeError('firstTurn counts from 1');
  let own = 0;
  let inherited = 0;
  /** What comes before the first turn belongs to it; some streams have no `turn.started` at all. */
  const first = createTurn(`t${firstTurn}`, 1);
  let current = first;
  let currentId: string | undefined;
  /** What other agents do in the current turn has counts of its own. */
  let ofAgents: Turn | undefined;
  let isOpen = false;
  let hasSpawned = false;
  let isMixed = false;
  let isWaiting = false;
  const byId = new RecentMap<Turn>(coreLimits.maxRememberedTurns);

  function createTurn(name: string, order: number, within = outer): Turn {
    return { name: prefix + name, order, outer: within, counts: new Map() };
  }

  /**
   * Some streams (Codex 0.93 to 0.116) print the turns of a child agent into the parent's, without their ends. A stream
   * that names its turns says whose they are; there, every start counts.
   */
  function isOfChild(event: TurnStartedEvent): boolean {
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
    const order = own + inherited;
    if (event.inherited) return createTurn(`p${inherited}`, order);
    if (own > 1) return createTurn(`t${firstTurn + own - 1}`, order);
    first.order = order;
    return first;
  }

  return {
    start(event) {
      const known = event.turn_id === undefined ? undefined : byId.get(event.turn_id);
      if (known) {
        current = known;
      } else if (!isOfChild(event)) {
        current = next(event);
        isOpen = true;
        forgetAgents();
      } else {
        isMixed = true;
      }
      ofAgents = undefined;
      currentId = event.turn_id;
      if (currentId !== undefined) byId.set(currentId, current);
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
      if (isMixed && isWaiting) {
        ofAgents ??= createTurn(`${current.name.slice(prefix.length)}.agent`, current.order, current);
        return ofAgents;
      }
      if (id === undefined || id === currentId) return current;
      return byId.get(id) ?? current;
    },
    current: () => current,
    find: (id) => byId.get(id),
    forgetIds() {
      byId.clear();
      currentId = undefined;
    },
  };
}
