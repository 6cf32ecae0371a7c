import type { ItemEvent, ThreadEvent } from './event.ts';

/** True for an event at which an item begins, changes or ends. */
export function isItemEvent(event: ThreadEvent): event is ItemEvent {
  const { type } = event;
  return type === 'item.completed' || type === 'item.started' || type === 'item.updated' || type === 'item.failed';
}

function guardOf<Type extends ThreadEvent['type']>(type: Type) {
  return (event: ThreadEvent): event is Extract<ThreadEvent, { type: Type }> => event.type === type;
}

export const isThreadStarted = guardOf('thread.started');
export const isTurnStarted = guardOf('turn.started');
export const isTurnCompleted = guardOf('turn.completed');
export const isTurnFailed = guardOf('turn.failed');
export const isTurnAborted = guardOf('turn.aborted');
export const isTurnWithdrawn = guardOf('turn.withdrawn');
export const isItemStarted = guardOf('item.started');
export const isItemUpdated = guardOf('item.updated');
export const isItemCompleted = guardOf('item.completed');
export const isItemFailed = guardOf('item.failed');
export const isItemDelta = guardOf('item.delta');
/** True for bookkeeping of the agent that is not part of the conversation. */
export const isContext = guardOf('context');
export const isTokenCount = guardOf('token_count');
/** True for an `error` event. It ends nothing: a failed turn has `turn.failed`. */
export const isError = guardOf('error');
/** True for an event of a kind unknown to this version. An unknown item comes in an event of a known kind. */
export const isUnknown = guardOf('unknown');
