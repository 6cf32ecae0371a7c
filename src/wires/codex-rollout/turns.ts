import type {
  ThreadEvent,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Session } from './session.ts';
import type { SessionUsage } from './usage.ts';

/**
 * Puts events into turns. Files since 0.100 mark where a turn begins and ends; in older ones each text that the person
 * typed begins one, and nothing says where it ends.
 */
export interface Turns {
  /** A marked turn begins. */
  begin(event: TurnStartedEvent): void;
  /** A marked turn ends. */
  end(event: TurnCompletedEvent | TurnFailedEvent | TurnAbortedEvent): void;
  /** A text of the person is about to be given: where turns are not marked, it begins one. */
  userText(): void;
  /** A review runs in a thread of its own, whose marks are copied into this file; it is one turn all the same. */
  enterReview(turnId: string | undefined): void;
  leaveReview(): void;
  inReview(): boolean;
  /** True once the person's text of the open turn was given. */
  hasUserText(): boolean;
  /** Takes an event in: fills in thread and turn and gives it, or keeps it until its turn begins. */
  give(event: ThreadEvent): void;
  /** The file ends. */
  close(): void;
}

type ItemEvent = Extract<ThreadEvent, { item: ThreadItem }>;

interface OpenTurn {
  id: string;
  hasUserText: boolean;
  hasActivity: boolean;
  isMarked: boolean;
}

/** Late items name their turn; only so many turns back. */
const REMEMBERED_TURNS = 64;
/** More context than this before a turn begins one by itself. */
const MAX_EARLY = 1000;

export function createTurns(
  session: Session,
  usage: SessionUsage,
  output: (event: ThreadEvent) => void,
  beforeEnd: () => void,
): Turns {
  let open: OpenTurn | undefined;
  let lastId: string | undefined;
  let unmarkedTurns = 0;
  let marksTurns = false;
  let inReview = false;
  const known: string[] = [];
  /** Context that the model was given before its turn began. */
  let early: ThreadEvent[] = [];

  function put(event: ThreadEvent): void {
    if (event.thread_id === undefined && session.threadId !== undefined) event.thread_id = session.threadId;
    output(event);
  }

  function start(event: TurnStartedEvent, isMarked: boolean): void {
    open = { id: event.turn_id ?? '', hasUserText: false, hasActivity: false, isMarked };
    lastId = open.id;
    known.push(open.id);
    if (known.length > REMEMBERED_TURNS) known.shift();
    usage.beginTurn();
    put(event);
    giveEarly();
  }

  function giveEarly(): void {
    const waiting = early;
    early = [];
    for (const event of waiting) give(event);
  }

  function startUnmarked(): void {
    unmarkedTurns += 1;
    start(session.stamp({ type: 'turn.started', turn_id: `synthetic-turn-${unmarkedTurns}` }), false);
  }

  /** In a file that does not mark turns, the end of one is known by the beginning of the next. */
  function endUnmarked(): void {
    if (!open || open.isMarked) return;
    beforeEnd();
    const event: TurnCompletedEvent = { type: 'turn.completed', turn_id: open.id, inferred: true };
    usage.endTurn(event);
    put(session.stamp(event));
    open = undefined;
  }

  function begin(event: TurnStartedEvent): void {
    marksTurns = true;
    if (inReview && open) {
      put(session.context('task_started', { ...event }));
      return;
    }
    endUnmarked();
    if (open) beforeEnd();
    if (event.turn_id === undefined) {
      unmarkedTurns += 1;
      event.turn_id = `synthetic-turn-${unmarkedTurns}`;
    }
    start(event, true);
  }

  function end(event: TurnCompletedEvent | TurnFailedEvent | TurnAbortedEvent): void {
    beforeEnd();
    if (!open && early.length > 0) startUnmarked();
    // A review ends under the id of the turn that asked for it, not under the one that was opened.
    if (
      open &&
      event.turn_id !== undefined &&
      event.turn_id !== open.id &&
      (inReview || !known.includes(event.turn_id))
    ) {
      event.extra = { ...event.extra, turn_id: event.turn_id };
      event.turn_id = open.id;
    }
    event.turn_id ??= open?.id ?? lastId;
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
        if (event.turn_id === undefined && open) event.turn_id = open.id;
        put(event);
    }
  }

  function giveItem(event: ItemEvent): void {
    if (event.turn_id !== undefined && event.turn_id !== open?.id && known.includes(event.turn_id)) {
      put(event);
      return;
    }
    if (!open && event.item.type === 'user_message' && early.length < MAX_EARLY) {
      early.push(event);
      return;
    }
    if (!open && !marksTurns) startUnmarked();
    if (open && event.item.type !== 'user_message') open.hasActivity = true;
    const turnId = open?.id ?? lastId;
    if (event.turn_id !== undefined && event.turn_id !== turnId)
      event.extra = { ...event.extra, turn_id: event.turn_id };
    event.turn_id = turnId;
    put(event);
  }

  return {
    begin,
    end,
    userText() {
      if (!marksTurns) {
        if (open?.hasUserText || open?.hasActivity) endUnmarked();
        if (!open) startUnmarked();
      }
      if (open) open.hasUserText = true;
    },
    enterReview(turnId) {
      if (!open && turnId !== undefined) start(session.stamp({ type: 'turn.started', turn_id: turnId }), true);
      else if (!open) startUnmarked();
      inReview = true;
    },
    leaveReview() {
      // Where turns are marked, the mark of the end is yet to come.
      if (!marksTurns) inReview = false;
    },
    inReview: () => inReview,
    hasUserText: () => open?.hasUserText ?? false,
    give,
    close() {
      if (open) beforeEnd();
      if (!open && early.length > 0) {
        if (marksTurns) for (const event of early) put(Object.assign(event, { turn_id: lastId }));
        else startUnmarked();
        early = [];
      }
      endUnmarked();
    },
  };
}
