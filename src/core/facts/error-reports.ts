import type { ThreadEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';

/** Finds the errors that a thread reports besides calls that failed: errors of the agent, and turns that failed. */
export interface ErrorReports {
  /** True if the event reports an error that was not reported before. */
  isReport(event: ThreadEvent): boolean;
}

export function createErrorReports(): ErrorReports {
  /** The error of this turn. A turn that fails mostly repeats it. */
  let lastError: string | undefined;
  return {
    isReport(event) {
      switch (event.type) {
        case 'turn.started':
          lastError = undefined;
          return false;
        case 'error':
          lastError = event.message;
          return true;
        case 'turn.failed':
          return event.error.message === undefined || event.error.message !== lastError;
        case 'item.completed':
        case 'item.failed':
          return isErrorItem(event.item);
        default:
          return false;
      }
    },
  };
}

/** Notices of another severity are no errors, nor is the end of a task in the background. */
export function isErrorItem(item: ThreadItem): boolean {
  if (item.type !== 'error' || item.notes?.some(({ kind }) => kind === 'task')) return false;
  const severity = item.extra?.severity;
  return severity !== 'info' && severity !== 'warning';
}
