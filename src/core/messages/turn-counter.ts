import * as coreLimits from '../../limits/core.ts';
import type { ItemEvent, ThreadEvent, TurnStartedEvent } from '../thread/event.ts';
import type { CollabToolCallItem } from '../thread/item.ts';
import { RecentMap } from './recent-map.ts';

/** A turn and its place in the thread. */
export interface Turn {
  /**
   * `t<n>`, counted from 1 in the thread's own file. `p<n>` in the parent that a fork continues; `t<n>.agent` for the
   * work of other agents in the turn; `<call>.t<n>` for a sub-agent that the call started.
   */
  name: string;
  /** Grows from turn to turn, including the parent's. */
  order: number;
  /** The turn with which this one is taken back. */
  outer: Turn | undefined;
  /** Counts each kind of message and each call in the turn. Ids continue from these counts. */
  counts: Map<string, number>;
}

/** Numbers the turns of a thread. A live stream that resumes one begins at a given number. */
export interface TurnCounter {
  /** Begins a turn. */
  start(event: TurnStartedEvent): void;
  /** Ends the turn, whether it succeeded or not. */
  end(): void;
  /**
   * Handles work with other agents. Some streams mix their lines into ours, and what is new while we wait for them is
   * theirs.
   */
  collaborate(event: ItemEvent, item: CollabToolCallItem): void;
  /** The turn of an event: the one it names, else the current one. */
  of(event: ThreadEvent): Turn;
  /** The current turn, or the last one. */
  current(): Turn;
  /** Finds a turn by its id, as far back as turns are remembered. */
  find(id: string): Turn | undefined;
  /** Prepares for another input: its turn ids begin anew, the numbers continue. */
  forgetIds(): void;
}

export interface TurnCounterOptions {
  firstTurn: number;
  /** A prefix for the names of all turns. */
  prefix?: string;
  outer?: Turn;
}

export function createTurnCounter({ firstTurn, prefix = '', outer }: TurnCounterOptions): TurnCounter {
  if (!Number.isSafeInteger(firstTurn) || firstTurn < 1) throw new TypeError('firstTurn counts from 1');
  let own = 0;
  let inherited = 0;
  /** Events before the first turn belong to it. Some streams have no `turn.started` at all. */
  const first = createTurn(`t${firstTurn}`, 1);
  let current = first;
  let currentId: string | undefined;
  /** The work of other agents in the current turn has counts of its own. */
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
   * that names its turns says whose they are, so there every start counts.
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
      // Separate counts keep the ids of our later messages equal to those of the session file.
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
