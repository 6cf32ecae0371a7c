import type { ThreadEvent } from '../../../core/thread/event.ts';
import { countedUsage } from '../../../core/thread/running-usage.ts';
import type { CountedUsage } from '../../../core/thread/usage.ts';

export interface RunSummary {
  add(event: ThreadEvent): void;
  readonly threadId: string | undefined;
  readonly lastMessage: string | undefined;
  readonly usage: CountedUsage | undefined;
  /** The agent's message when it gave up on the last turn. */
  readonly turnFailure: string | undefined;
  /** An error after which no turn ended. Errors alone end nothing: reconnection notices are errors too. */
  readonly pendingError: string | undefined;
  readonly isTurnOpen: boolean;
}

/** Calls `onTurnEnd` at the end of each turn. */
export function createRunSummary(onTurnEnd: () => void = () => {}): RunSummary {
  const summary: { -readonly [Name in keyof RunSummary]: RunSummary[Name] } = {
    add,
    threadId: undefined,
    lastMessage: undefined,
    usage: undefined,
    turnFailure: undefined,
    pendingError: undefined,
    isTurnOpen: false,
  };

  function endTurn(failure: string | undefined): void {
    summary.isTurnOpen = false;
    summary.turnFailure = failure;
    summary.pendingError = undefined;
    onTurnEnd();
  }

  function add(event: ThreadEvent): void {
    switch (event.type) {
      case 'thread.started':
        summary.threadId ??= event.thread_id || undefined;
        break;
      case 'turn.started':
        summary.isTurnOpen = true;
        break;
      case 'item.completed':
        if (event.item.type === 'agent_message') summary.lastMessage = event.item.text;
        break;
      case 'token_count':
        summary.usage = countedUsage(event);
        break;
      case 'turn.completed':
        if (event.usage) summary.usage = countedUsage(event.usage);
        summary.lastMessage ??= event.last_agent_message ?? undefined;
        endTurn(undefined);
        break;
      case 'turn.failed':
        endTurn(event.error.message || summary.pendingError || 'the turn failed');
        break;
      case 'turn.aborted':
        endTurn(`the turn was aborted${event.reason ? ` (${event.reason})` : ''}`);
        break;
      case 'error':
        summary.pendingError = event.message;
        break;
      default:
        break;
    }
  }

  return summary;
}
