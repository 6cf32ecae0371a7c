import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Usage } from '../../../core/thread/usage.ts';

export interface RunSummary {
  add(event: ThreadEvent): void;
  readonly threadId: string | undefined;
  readonly lastMessage: string | undefined;
  readonly usage: Usage | undefined;
  /** What the agent said when it gave up on the last turn. */
  readonly turnFailure: string | undefined;
  /** An error after which no turn ended. Errors alone end nothing: notices of reconnecting are errors too. */
  readonly pendingError: string | undefined;
  readonly isTurnOpen: boolean;
}

/** `onTurnEnd` is called at the end of each turn. */
export function createRunSummary(onTurnEnd: () => void = () => {}): RunSummary {
  let threadId: string | undefined;
  let lastMessage: string | undefined;
  let usage: Usage | undefined;
  let turnFailure: string | undefined;
  let pendingError: string | undefined;
  let isTurnOpen = false;

  function endTurn(failure: string | undefined): void {
    isTurnOpen = false;
    turnFailure = failure;
    pendingError = undefined;
    onTurnEnd();
  }

  function add(event: ThreadEvent): void {
    switch (event.type) {
      case 'thread.started':
        threadId ??= event.thread_id || undefined;
        break;
      case 'turn.started':
        isTurnOpen = true;
        break;
      case 'item.completed':
        if (event.item.type === 'agent_message') lastMessage = event.item.text;
        break;
      case 'token_count':
        usage = event;
        break;
      case 'turn.completed':
        usage = event.usage ?? usage;
        lastMessage ??= event.last_agent_message ?? undefined;
        endTurn(undefined);
        break;
      case 'turn.failed':
        endTurn(event.error.message || pendingError || 'the turn failed');
        break;
      case 'turn.aborted':
        endTurn(`the turn was aborted${event.reason ? ` (${event.reason})` : ''}`);
        break;
      case 'error':
        pendingError = event.message;
        break;
      default:
        break;
    }
  }

  return {
    add,
    get threadId() {
      return threadId;
    },
    get lastMessage() {
      return lastMessage;
    },
    get usage() {
      return usage;
    },
    get turnFailure() {
      return turnFailure;
    },
    get pendingError() {
      return pendingError;
    },
    get isTurnOpen() {
      return isTurnOpen;
    },
  };
}
