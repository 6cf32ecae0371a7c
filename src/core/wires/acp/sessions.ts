import type { ThreadEvent } from '../../thread/event.ts';
import { addInferred, TURN } from '../../thread/inferred.ts';
import type { TodoListItem } from '../../thread/item.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import type { Habits } from '../agent-habits.ts';
import { type Calls, createCalls } from './calls.ts';
import { createTexts, type Texts } from './texts.ts';

/** What is known of a session of the connection. */
export interface AcpSession {
  id: string;
  isGiven: boolean;
  /** It is a session of before, whose history the agent tells again, until a prompt comes. */
  isReplayed: boolean;
  turnId: string | undefined;
  texts: Texts;
  calls: Calls;
  plan: TodoListItem | undefined;
  /** What the whole session used, as far as it is told. */
  total: CountedUsage;
  /** What the requests of this turn used, in agents that tell each. */
  turn: CountedUsage | undefined;
}

export interface AcpSessions {
  of(id: string): AcpSession;
  /** The session whose turn runs, if it is the only one. */
  running(): AcpSession | undefined;
  /** Begins a turn. No message names it. */
  begin(session: AcpSession): ThreadEvent;
  end(session: AcpSession): void;
  /** Puts events of a session into their place. */
  place(session: AcpSession, events: ThreadEvent[], turnId?: string): ThreadEvent[];
}

export function createAcpSessions(habitsNow: () => Habits | undefined): AcpSessions {
  const sessions = new Map<string, AcpSession>();
  const running = new Set<AcpSession>();
  /** Counted for all sessions, so that two of them never share a turn. */
  let turns = 0;

  function of(id: string): AcpSession {
    const known = sessions.get(id);
    if (known) return known;
    const session: AcpSession = {
      id,
      isGiven: false,
      isReplayed: false,
      turnId: undefined,
      texts: createTexts(),
      calls: createCalls(habitsNow),
      plan: undefined,
      total: addUsage(),
      turn: undefined,
    };
    sessions.set(id, session);
    return session;
  }

  return {
    of,
    running() {
      const [only] = running;
      return running.size === 1 ? only : undefined;
    },
    begin(session) {
      turns += 1;
      session.turnId = `synthetic-turn-${turns}`;
      session.isReplayed = false;
      running.add(session);
      session.turn = undefined;
      return { type: 'turn.started', turn_id: session.turnId };
    },
    end(session) {
      session.turnId = undefined;
      running.delete(session);
    },
    place(session, events, turnId = session.turnId) {
      for (const event of events) {
        if (session.id !== '') event.thread_id ??= session.id;
        if (session.isReplayed) event.inherited = true;
        else if (turnId !== undefined) {
          event.turn_id ??= turnId;
          addInferred(event, TURN);
        }
      }
      return events;
    },
  };
}
