import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadError, ThreadErrorEvent, ThreadEvent, TokenCountEvent, TurnEndEvent } from '../../thread/event.ts';
import { addInferred, USAGE } from '../../thread/inferred.ts';
import type { TodoEntry, TodoListItem } from '../../thread/item.ts';
import { readUsage } from '../codex/token-usage.ts';
import { badField } from '../field-table.ts';
import { inferCounts, inferItem } from '../inferred.ts';
import { todoEntry } from '../todo-entry.ts';
import { withDefined } from '../with-defined.ts';
import { errorCode, errorTable, type Note, snakeCase, snakeCased, turnTable } from './messages.ts';
import type { ServerThread } from './threads.ts';

/** `thread/tokenUsage/updated`: the thread's total, also after a resume, and the last request. */
export function tokenCount(usage: JsonObject, thread: ServerThread, problems: Problem[]): ThreadEvent | undefined {
  const { total, last, modelContextWindow, ...extra } = usage;
  if (!isObject(total)) return undefined;
  const counts = readUsage(snakeCased(total), problems);
  thread.total = counts;
  const event: TokenCountEvent = { type: 'token_count', ...counts };
  inferCounts(event, '', counts, snakeCased(total));
  if (isObject(last)) {
    event.last = readUsage(snakeCased(last), problems);
    inferCounts(event, 'last', event.last, snakeCased(last));
  } else if (last !== undefined && last !== null) {
    problems.push(badField('last', last));
    extra.last = last;
  }
  if (modelContextWindow === null || Number.isSafeInteger(modelContextWindow))
    event.model_context_window = modelContextWindow as number | null;
  else if (modelContextWindow !== undefined) {
    problems.push(badField('modelContextWindow', modelContextWindow));
    extra.modelContextWindow = modelContextWindow;
  }
  if (Object.keys(extra).length > 0) event.extra = { ...event.extra, tokenUsage: extra };
  return event;
}

/** `turn/plan/updated`: the whole plan. It has no id, so it has that of the line that it came with first. */
export function planEvent(note: Note, thread: ServerThread, line: number): ThreadEvent {
  const items = (note.plan ?? []).map((entry) => planEntry(entry));
  const item: TodoListItem = { id: thread.plan?.id ?? `L${line}.1`, type: 'todo_list', items };
  if (note.explanation !== undefined) item.explanation = note.explanation;
  inferItem(item, { plan: note.plan });
  const type = thread.plan ? 'item.updated' : 'item.started';
  thread.plan = item;
  return { type, item };
}

function planEntry(entry: unknown): TodoEntry {
  if (!isObject(entry)) return { text: '', completed: false, extra: { entry } };
  const { step, status, ...rest } = entry;
  const told = typeof status === 'string' ? snakeCase(status) : status;
  const read = todoEntry({ ...rest, content: step, status: told });
  if (step !== undefined && typeof step !== 'string') read.extra = { ...read.extra, step };
  if (status !== undefined && typeof status !== 'string') read.extra = { ...read.extra, status };
  return read;
}

/** `turn/completed`, and before it the end of the plan. No version tells the usage there: it is the last total. */
export function turnEnd(turn: JsonObject, thread: ServerThread, problems: Problem[]): ThreadEvent[] {
  const { id, status, error, extra } = turnTable.read(turn, problems);
  const events: ThreadEvent[] = thread.plan ? [{ type: 'item.completed', item: thread.plan, turn_id: id ?? '' }] : [];
  const { total: usage } = thread;
  const turn_usage = usage && thread.usage.next(usage);
  thread.plan = undefined;
  thread.total = undefined;
  thread.reasonings.clear();
  const end = endOf(status, error, problems);
  if (id !== undefined) end.turn_id = id;
  if (extra) end.extra = { turn: extra };
  if (end.type !== 'turn.aborted' && usage) {
    end.usage = usage;
    addInferred(end, USAGE);
  }
  if (turn_usage) end.turn_usage = turn_usage;
  return [...events, end];
}

function endOf(status: string | undefined, error: JsonObject | undefined, problems: Problem[]): TurnEndEvent {
  if (status === 'interrupted') return { type: 'turn.aborted', reason: status };
  if (status !== 'failed') return { type: 'turn.completed' };
  return { type: 'turn.failed', error: threadError(error ?? {}, problems) };
}

function threadError(source: JsonObject, problems: Problem[]): ThreadError {
  const { message, codexErrorInfo, extra } = errorTable.read(source, problems);
  const kept = isObject(codexErrorInfo) ? { ...extra, codexErrorInfo } : extra;
  const made: ThreadError = {};
  return withDefined(made, { message, code: errorCode(codexErrorInfo), extra: kept });
}

/** `error`: it ends nothing. With `willRetry` the request is repeated. */
export function errorEvent({ error, willRetry }: Note, problems: Problem[]): ThreadEvent {
  const { message = '', code, extra } = threadError(error ?? {}, problems);
  const event: ThreadErrorEvent = { type: 'error', message };
  const kept = willRetry === undefined ? extra : { ...extra, willRetry };
  withDefined(event, { code, extra: kept });
  return message === '' ? addInferred(event, ['message']) : event;
}
