import type { ItemEvent, ThreadEvent } from './event.ts';

/** True for an event at which an item begins, changes or ends. */
export function isItemEvent(event: ThreadEvent): event is ItemEvent {
  const { type } = event;
  return type === 'item.completed' || type === 'item.started' || type === 'item.updated' || type === 'item.failed';
}

function guardOf<Type extends ThreadEvent['type']>(type: Type) {
  return (event: ThreadEvent): event is Extract<ThreadEvent, { type: Type }> => event.type === type;
}

/** True for the beginning of a thread, or its going on: `thread_id` is what resumes it. */
export const isThreadStarted = guardOf('thread.started');
/** True for the beginning of a turn. */
export const isTurnStarted = guardOf('turn.started');
/** True for the end of a turn that went well. */
export const isTurnCompleted = guardOf('turn.completed');
/** True for the end of a turn that went wrong. */
export const isTurnFailed = guardOf('turn.failed');
/** True for the end of a turn that something outside the agent ended. */
export const isTurnAborted = guardOf('turn.aborted');
/** True for turns that were taken back. */
export const isTurnWithdrawn = guardOf('turn.withdrawn');
/** True for the beginning of an item. */
export const isItemStarted = guardOf('item.started');
/** True for a new state of an item, given as a whole. */
export const isItemUpdated = guardOf('item.updated');
/** True for the end of an item. Its `status` tells whether it went well. */
export const isItemCompleted = guardOf('item.completed');
/** True for the end of an item that the agent itself calls failed. */
export const isItemFailed = guardOf('item.failed');
/** True for a piece of an item that is to be appended. */
export const isItemDelta = guardOf('item.delta');
/** True for bookkeeping of the agent that is not part of the conversation. */
export const isContext = guardOf('context');
/** True for a count of tokens beside the turns. */
export const isTokenCount = guardOf('token_count');
/** True for an `error` event. It ends nothing: a failed turn has `turn.failed`. */
export const isError = guardOf('error');
/** True for an event of a kind unknown to this version. An unknown item comes in an event of a known kind. */
export const isUnknown = guardOf('unknown');
