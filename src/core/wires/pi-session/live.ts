import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import { badField } from '../field-table.ts';
import { inferEvent, inferItem } from '../inferred.ts';
import { restOfPart } from '../rest-of-part.ts';
import { countOther, keyOf, type PiState, readMessage, summaryItem } from './messages.ts';
import { deltaTable, executionResultTable, executionTable, updateTable } from './records.ts';

/** Reads the lines of a run. A message is told by its pieces, and then as a whole, which is the truth. */
export function createLiveReader(state: PiState) {
  /** The beginning of the ids of the answer in progress. */
  let answer: string | undefined;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { message } = record;
    switch (record.type) {
      case 'message_start':
        if (isObject(message) && message.role === 'assistant') answer = keyOf(message, line);
        return [contextOf(record)];
      case 'message_update':
        return [readUpdate(record, line, problems)];
      case 'message_end':
        if (isObject(message)) return readEnd(record, message, line, problems);
        problems.push(badField('message', message));
        return [contextOf(record)];
      case 'tool_execution_start':
      case 'tool_execution_update':
      case 'tool_execution_end':
        return readExecution(record, line, problems);
      case 'compaction_end':
      case 'auto_compaction_end':
        return readCompaction(record, line, problems);
      case 'auto_retry_start':
        return [readRetry(record)];
      case 'agent_end':
        return [contextOf(record), ...(record.willRetry === true ? [] : state.turns.rest(false))];
      case 'agent_settled':
        return [contextOf(record), ...state.turns.rest(record.aborted === true), ...state.turns.settle()];
      default:
        return [contextOf(record)];
    }
  }

  function readEnd(record: JsonObject, message: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const events = readMessage(state, message, line, problems);
    const rest = restOfPart(record, MESSAGE_LINE);
    const last = events.at(-1);
    if (rest && last) last.extra = { ...last.extra, ...rest };
    return events;
  }

  function readUpdate(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { assistantMessageEvent: piece, extra } = updateTable.read(record, problems);
    const type = piece && DELTAS.get(piece.type);
    if (!piece || !type) return contextOf(record);
    const { contentIndex = 0, delta, extra: more } = deltaTable.read(piece, problems);
    answer ??= `L${line}`;
    const event: ItemDeltaEvent = {
      type: 'item.delta',
      item_id: `${answer}.${contentIndex}`,
      item_type: type,
      delta: { text_delta: delta },
    };
    if (extra || more) event.extra = { ...extra, ...more };
    inferEvent(event, { delta: piece.delta });
    return event;
  }

  function readExecution(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const fields = executionTable.read(record, problems);
    const { type, toolCallId: id = `L${line}.0`, toolName: name, args: input, extra } = fields;
    const known = state.calls.get(id);
    const parent = extra?.parentToolCallId;
    const requestId = typeof parent === 'string' ? state.calls.get(parent)?.requestId : undefined;
    const call = known ?? { name, input, requestId };
    const told = fields.result ?? fields.partialResult;
    if (type === 'tool_execution_start' || !told) {
      // The message asked for it already. A call inside of a script is in no message.
      if (known) return [contextOf(record, id)];
      return [state.calls.start(id, call, record, extra)];
    }
    const { extra: more, ...result } = executionResultTable.read(told, problems);
    const isError = fields.isError;
    const all = more ? { ...extra, ...more } : extra;
    if (type === 'tool_execution_update') {
      // The arguments come again and again.
      const repeated = input === undefined ? all : { ...all, args: input };
      return [state.calls.update(id, call, result, record, repeated)];
    }
    return [state.calls.end(id, call, { ...result, isError }, record, all) ?? contextOf(record, id)];
  }

  function readCompaction(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { result, ...facts } = record;
    if (!isObject(result)) {
      if (result !== undefined && result !== null) problems.push(badField('result', result));
      return [contextOf(record)];
    }
    const { type: _type, ...extra } = facts;
    const item = summaryItem(result, `L${line}.0`, problems);
    item.extra = { ...item.extra, ...extra };
    return [{ type: 'item.completed', item: inferItem(item, result) }, ...countOther(state, result.usage, problems)];
  }

  /** The error itself was told by the message that failed. */
  function readRetry(record: JsonObject): ThreadEvent {
    state.turns.goOn();
    return contextOf(record);
  }

  return { read };
}

const MESSAGE_LINE = new Set(['type', 'message']);

const DELTAS = new Map<unknown, 'agent_message' | 'reasoning'>([
  ['text_delta', 'agent_message'],
  ['thinking_delta', 'reasoning'],
]);

/** A line that repeats, announces or keeps the books. */
export function contextOf(record: JsonObject, itemId?: string): ContextEvent {
  const { type, ...data } = record;
  const event: ContextEvent = { type: 'context', kind: typeof type === 'string' ? type : '', data };
  if (itemId !== undefined) event.item_id = itemId;
  return event;
}
