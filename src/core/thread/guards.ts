import type {
  ContextEvent,
  ItemCompletedEvent,
  ItemDeltaEvent,
  ItemEvent,
  ItemFailedEvent,
  ItemStartedEvent,
  ItemUpdatedEvent,
  ThreadErrorEvent,
  ThreadEvent,
  ThreadStartedEvent,
  TokenCountEvent,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
  TurnWithdrawnEvent,
  UnknownEvent,
} from './event.ts';

/** An item begins, changes or ends. */
export function isItemEvent(event: ThreadEvent): event is ItemEvent {
  const { type } = event;
  return type === 'item.completed' || type === 'item.started' || type === 'item.updated' || type === 'item.failed';
}

export function isThreadStarted(event: ThreadEvent): event is ThreadStartedEvent {
  return event.type === 'thread.started';
}

export function isTurnStarted(event: ThreadEvent): event is TurnStartedEvent {
  return event.type === 'turn.started';
}

export function isTurnCompleted(event: ThreadEvent): event is TurnCompletedEvent {
  return event.type === 'turn.completed';
}

export function isTurnFailed(event: ThreadEvent): event is TurnFailedEvent {
  return event.type === 'turn.failed';
}

export function isTurnAborted(event: ThreadEvent): event is TurnAbortedEvent {
  return event.type === 'turn.aborted';
}

export function isTurnWithdrawn(event: ThreadEvent): event is TurnWithdrawnEvent {
  return event.type === 'turn.withdrawn';
}

export function isItemStarted(event: ThreadEvent): event is ItemStartedEvent {
  return event.type === 'item.started';
}

export function isItemUpdated(event: ThreadEvent): event is ItemUpdatedEvent {
  return event.type === 'item.updated';
}

export function isItemCompleted(event: ThreadEvent): event is ItemCompletedEvent {
  return event.type === 'item.completed';
}

export function isItemFailed(event: ThreadEvent): event is ItemFailedEvent {
  return event.type === 'item.failed';
}

export function isItemDelta(event: ThreadEvent): event is ItemDeltaEvent {
  return event.type === 'item.delta';
}

/** True for bookkeeping of the agent that is no part of the conversation. */
export function isContext(event: ThreadEvent): event is ContextEvent {
  return event.type === 'context';
}

export function isTokenCount(event: ThreadEvent): event is TokenCountEvent {
  return event.type === 'token_count';
}

/** True for an `error` event. It ends nothing: a turn that failed says so by `turn.failed`. */
export function isError(event: ThreadEvent): event is ThreadErrorEvent {
  return event.type === 'error';
}

/** True for an event of a kind that this version does not know. An unknown item stands in an event that is known. */
export function isUnknown(event: ThreadEvent): event is UnknownEvent {
  return event.type === 'unknown';
}
