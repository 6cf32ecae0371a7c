import * as coreLimits from '../../../../limits/core.ts';
import type {
  ContextEvent,
  ThreadEvent,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from '../../../thread/event.ts';
import { addInferred, inferredIds, REQUEST, removeInferred, THREAD, TURN } from '../../../thread/inferred.ts';
import { type CurrentRecord, type ItemEvent, UNDECIDED } from '../record.ts';
import { createTurnLog } from './turn-log.ts';
import type { SessionUsage } from './usage.ts';

export type TurnEndEvent = TurnCompletedEvent | TurnFailedEvent | TurnAbortedEvent;

/**
 * Puts events into turns. It is the lowest layer of the weave, and everything passes through it. Files since 0.100 mark
 * the beginning and end of a turn. In older ones each text of the person begins one, and no record marks its end.
 */
export interface Turns {
  /** A marked turn begins. */
  begin(event: TurnStartedEvent): void;
  /** A marked turn ends. */
  end(event: TurnEndEvent): void;
  /** Announces a text of the person. If turns are not marked, it begins one. */
  userText(): void;
  /** True if such a text ends the open turn. Everything held of that turn must be given before. */
  endsAtUserText(): boolean;
  /** A review runs in a thread of its own, whose marks are copied into this file. It is still one turn. */
  enterReview(turnId: string | undefined): void;
  leaveReview(): void;
  inReview(): boolean;
  isOpen(): boolean;
  /** True once the person's text of the open turn was given. */
  hasUserText(): boolean;
  /** Takes an event: fills in thread and turn and gives it, or keeps it until its turn begins. */
  give(event: ThreadEvent): void;
  /** Takes back the newest turns in which the person typed, and returns the ids of all that are gone. */
  takeBack(count: number): string[];
  /** Ends the file. */
  close(): void;
}

interface OpenTurn {
  id: string;
  hasUserText: boolean;
  hasActivity: boolean;
  isMarked: boolean;
}

export function createTurns(record: CurrentRecord, usage: SessionUsage, output: (event: ThreadEvent) => void): Turns {
  const { facts } = record;
  const log = createTurnLog();
  let open: OpenTurn | undefined;
  let lastId: string | undefined;
  let unmarkedTurns = 0;
  let marksTurns = false;
  let inReview = false;
  /** Context given to the model before its turn began. */
  let early: ThreadEvent[] = [];

  function put(event: ThreadEvent): void {
    if (event.turn_id === UNDECIDED) {
      delete event.turn_id;
      removeInferred(event, 'turn_id');
    }
    if (event.type === 'context') namePlace(event);
    else if (event.thread_id === undefined && facts.threadId !== undefined) {
      event.thread_id = facts.threadId;
      addInferred(event, THREAD);
    }
    output(event);
  }

  /** Bookkeeping that names its thread or turn says it in its data. */
  function namePlace(event: ContextEvent): void {
    const { data } = event;
    if (event.thread_id === undefined && facts.threadId !== undefined) event.thread_id = facts.threadId;
    const isThreadSaid = event.thread_id === undefined || event.thread_id === data.thread_id;
    const ids = inferredIds(isThreadSaid, event.turn_id === undefined || event.turn_id === data.turn_id);
    if (ids === event.inferred) return;
    if (ids) event.inferred = ids;
    else delete event.inferred;
    if (event.request_id !== undefined) addInferred(event, REQUEST);
  }

  function start(event: TurnStartedEvent, isMarked: boolean): void {
    open = { id: event.turn_id ?? '', hasUserText: false, hasActivity: false, isMarked };
    lastId = open.id;
    log.begin(open.id);
    usage.beginTurn();
    put(event);
    const waiting = early;
    early = [];
    for (const context of waiting) {
      if (event.inherited) context.inherited = true;
      give(context);
    }
  }

  function nextUnmarkedId(): string {
    unmarkedTurns += 1;
    return `synthetic-turn-${unmarkedTurns}`;
  }

  function startUnmarked(): void {
    start(record.stamp({ type: 'turn.started', turn_id: nextUnmarkedId(), inferred: TURN }), false);
  }

  /** In a file without marks, the beginning of a turn ends the one before. */
  function endUnmarked(): void {
    if (!open || open.isMarked) return;
    const event: TurnCompletedEvent = { type: 'turn.completed', turn_id: open.id, inferred: true };
    usage.endTurn(event);
    put(record.stamp(event));
    open = undefined;
  }

  function begin(event: TurnStartedEvent): void {
    if (!facts.isForeign) marksTurns = true;
    if (inReview && open) {
      put(record.context('task_started', { ...event }));
      return;
    }
    endUnmarked();
    if (event.turn_id === undefined) {
      event.turn_id = nextUnmarkedId();
      addInferred(event, TURN);
    }
    start(event, true);
  }

  function end(event: TurnEndEvent): void {
    if (!open && early.length > 0) startUnmarked();
    // A review ends under the id of the turn that asked for it, not of the one that was opened.
    if (open && event.turn_id !== undefined && event.turn_id !== open.id) {
      if (inReview || !log.has(event.turn_id)) {
        event.extra = { ...event.extra, turn_id: event.turn_id };
        event.turn_id = open.id;
        addInferred(event, TURN);
      }
    }
    const id = event.turn_id ?? open?.id ?? lastId;
    if (id !== undefined && event.turn_id === undefined) {
      event.turn_id = id;
      addInferred(event, TURN);
    }
    if (event.type === 'turn.completed') usage.endTurn(event);
    put(event);
    if (!open || event.turn_id === open.id) open = undefined;
    inReview = false;
  }

  function give(event: ThreadEvent): void {
    switch (event.type) {
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
      case 'item.failed':
        giveItem(event);
        return;
      default:
        if (open && event.turn_id === UNDECIDED) event.turn_id = open.id;
        else if (open && event.turn_id === undefined) {
          event.turn_id = open.id;
          addInferred(event, TURN);
        }
        put(event);
    }
  }

  function giveItem(event: ItemEvent): void {
    const named = event.turn_id === UNDECIDED ? undefined : event.turn_id;
    if (named !== undefined && named !== open?.id && log.has(named)) {
      put(event);
      return;
    }
    if (!open && event.item.type === 'user_message' && early.length < coreLimits.maxEarlyTexts) {
      early.push(event);
      return;
    }
    if (!open && !marksTurns) startUnmarked();
    if (open && event.item.type !== 'user_message') open.hasActivity = true;
    const turnId = open?.id ?? lastId;
    if (named !== undefined && named !== turnId) {
      event.extra = { ...event.extra, turn_id: named };
      addInferred(event, TURN);
    }
    event.turn_id = turnId ?? UNDECIDED;
    put(event);
  }

  function endsAtUserText(): boolean {
    return !marksTurns && open !== undefined && !open.isMarked && (open.hasUserText || open.hasActivity);
  }

  return {
    begin,
    end,
    userText() {
      if (endsAtUserText()) endUnmarked();
      if (!marksTurns && !open) startUnmarked();
      if (!open) return;
      open.hasUserText = true;
      log.typed();
    },
    endsAtUserText,
    enterReview(turnId) {
      if (!open && turnId !== undefined) start(record.stamp({ type: 'turn.started', turn_id: turnId }), true);
      else if (!open) startUnmarked();
      inReview = true;
    },
    leaveReview() {
      // If turns are marked, the end mark is still to come.
      if (!marksTurns) inReview = false;
    },
    inReview: () => inReview,
    isOpen: () => open !== undefined,
    hasUserText: () => open?.hasUserText ?? false,
    give,
    takeBack: log.takeBack,
    close() {
      if (!open && early.length > 0) {
        if (!marksTurns) startUnmarked();
        for (const event of early) {
          if (event.turn_id !== lastId) addInferred(event, TURN);
          put(Object.assign(event, { turn_id: lastId ?? UNDECIDED }));
        }
        early = [];
      }
      endUnmarked();
    },
  };
}
