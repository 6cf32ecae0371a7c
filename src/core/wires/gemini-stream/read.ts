import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import { addInferred, ID, inferredIds } from '../../thread/inferred.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { inferTool, toolItem, toolStatus } from '../gemini/tool-items.ts';
import { readStats } from '../gemini/usage.ts';
import { inferCounts, inferEvent, inferItem } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { readJsonOutput } from './json-output.ts';
import { errorLineTable, initTable, messageTable, resultTable, toolResultTable, toolUseTable } from './records.ts';
import { turnEnd } from './turn-end.ts';

/** The facts of a line beside its event. */
interface Facts {
  /** The line names the thread. */
  isThreadSaid?: boolean;
  timestamp?: string | undefined;
  extra?: Extra | undefined;
}

/** Reads `gemini --output-format stream-json`, and the one object of `--output-format json`. */
export function createGeminiStreamReader(): WireReader {
  let threadId: string | undefined;
  let turnId: string | undefined;
  /** Turns are numbered for the reader's whole life, so that two runs never share one. */
  let turns = 0;
  /** The answer in progress. Its pieces have no id, and nothing marks its end. */
  let answer: { id: string; text: string } | undefined;
  /** The calls that have no result yet. */
  const calls = new Map<string, { name: string; input: JsonObject | undefined }>();

  function placed<Event extends ThreadEvent>(event: Event, line: number, facts: Facts): Event {
    event.line = line;
    if (facts.timestamp !== undefined) event.timestamp = facts.timestamp;
    const isThreadSaid = facts.isThreadSaid || threadId === undefined || event.thread_id !== undefined;
    const ids = inferredIds(isThreadSaid, turnId === undefined);
    if (ids) addInferred(event, ids);
    if (threadId !== undefined && event.thread_id === undefined) event.thread_id = threadId;
    if (turnId !== undefined) event.turn_id = turnId;
    if (facts.extra !== undefined) event.extra = facts.extra;
    return event;
  }

  /** An answer ends where something else begins. Gemini stores it without surrounding white space. */
  function endAnswer(line: number, timestamp?: string): ThreadEvent[] {
    if (!answer) return [];
    const { id } = answer;
    const text = answer.text.trim();
    answer = undefined;
    const item: ThreadItem = { id, type: 'agent_message', text, inferred: ID };
    // No record has the whole answer. It was inferred from what follows.
    return [placed({ type: 'item.completed', item, inferred: true }, line, { timestamp })];
  }

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    if (record.type === 'message' && record.role === 'assistant') return readAnswer(record, line, problems);
    const { timestamp } = record;
    const ended = endAnswer(line, typeof timestamp === 'string' ? timestamp : undefined);
    const events = readOther(record, line, problems);
    for (const event of events) inferEvent(event, record);
    return ended.length > 0 ? [...ended, ...events] : events;
  }

  function readOther(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    switch (record.type) {
      case 'init':
        return [readInit(record, line, problems)];
      case 'message':
        return readPrompt(record, line, problems);
      case 'tool_use':
        return [readToolUse(record, line, problems)];
      case 'tool_result':
        return [readToolResult(record, line, problems)];
      case 'error': {
        const { message, ...facts } = errorLineTable.read(record, problems);
        return [placed({ type: 'error', message }, line, facts)];
      }
      case 'result':
        return [readResult(record, line, problems)];
      case undefined:
        return readJsonOutput(record, problems).map((event) => placedOutput(event, line));
      default:
        return [readUnknown(record, line)];
    }
  }

  function readAnswer(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { content, delta, ...facts } = messageTable.read(record, problems);
    if (!delta) {
      const item: ThreadItem = inferItem({ id: `L${line}.0`, type: 'agent_message', text: content }, record);
      return [...endAnswer(line, facts.timestamp), placed({ type: 'item.completed', item }, line, facts)];
    }
    if (answer) answer.text += content;
    // White space before an answer, or instead of one, is not part of it.
    else if (content.trim() === '') return [placed({ type: 'context', kind: 'message', data: record }, line, facts)];
    else answer = { id: `L${line}.0`, text: content };
    const piece = { text_delta: content };
    const event: ItemDeltaEvent = { type: 'item.delta', item_id: answer.id, item_type: 'agent_message', delta: piece };
    inferEvent(event, record);
    return [placed(event, line, facts)];
  }

  function readInit(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { session_id, model, ...facts } = initTable.read(record, problems);
    threadId = session_id === '' ? undefined : session_id;
    turnId = undefined;
    calls.clear();
    const event: ThreadEvent = { type: 'thread.started', thread_id: session_id, agent: 'gemini' };
    if (model !== undefined) event.model = model;
    return placed(event, line, facts);
  }

  /** The prompt begins the turn. Roles other than the two are context given to the agent. */
  function readPrompt(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { role, content, delta: _delta, ...facts } = messageTable.read(record, problems);
    const id = `L${line}.0`;
    if (role !== 'user') {
      const item: UserMessageItem = { id, type: 'user_message', text: content, injected: true };
      if (role !== '') item.role = role;
      return [placed({ type: 'item.completed', item: inferItem(item, record) }, line, facts)];
    }
    turns += 1;
    turnId = `synthetic-turn-${turns}`;
    const { extra, timestamp } = facts;
    const item = inferItem<ThreadItem>({ id, type: 'user_message', text: content }, record);
    const input = typeof record.content === 'string' ? { input_text: content } : {};
    return [
      placed({ type: 'turn.started', ...input }, line, { timestamp }),
      placed({ type: 'item.completed', item }, line, { timestamp, extra }),
    ];
  }

  function readToolUse(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { tool_name: name, tool_id, parameters: input, ...facts } = toolUseTable.read(record, problems);
    const id = tool_id === '' ? `L${line}.0` : tool_id;
    calls.set(id, { name, input });
    const item = inferTool(toolItem({ id, name, input, status: 'in_progress' }), record);
    return placed({ type: 'item.started', item }, line, facts);
  }

  function readToolResult(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { tool_id, status: wireStatus, output, error, ...facts } = toolResultTable.read(record, problems);
    const id = tool_id === '' ? `L${line}.0` : tool_id;
    const call = calls.get(id) ?? { name: '', input: undefined };
    calls.delete(id);
    const status = toolStatus(wireStatus);
    const item = inferTool(toolItem({ id, ...call, status, output: output ?? error?.message }), record);
    if (status !== 'failed') return placed({ type: 'item.completed', item }, line, facts);
    return placed({ type: 'item.failed', item, ...(error && { error }) }, line, facts);
  }

  function readResult(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { status, stats, error, ...facts } = resultTable.read(record, problems);
    const usage = stats && readStats(stats, problems);
    const event = placed(turnEnd(status === 'success', error, usage), line, facts);
    if (usage) inferCounts(event, 'usage', usage, stats);
    if (status !== 'success' && status !== 'error' && status !== '') event.extra = { ...event.extra, status };
    turnId = undefined;
    return event;
  }

  /** The one object stands for a whole run with its turn. */
  function placedOutput(event: ThreadEvent, line: number): ThreadEvent {
    if (event.type === 'thread.started') threadId = event.thread_id === '' ? undefined : event.thread_id;
    if (event.type === 'turn.started') {
      turns += 1;
      turnId = `synthetic-turn-${turns}`;
    }
    const { extra } = event;
    const whole = placed(event, line, { extra, isThreadSaid: true });
    if (event.type === 'turn.completed' || event.type === 'turn.failed') turnId = undefined;
    return whole;
  }

  function readUnknown(record: JsonObject, line: number): ThreadEvent {
    const { type, ...data } = record;
    const timestamp = typeof data.timestamp === 'string' ? data.timestamp : undefined;
    return placed({ type: 'unknown', wire_type: typeof type === 'string' ? type : '', data }, line, { timestamp });
  }

  return { read, end: () => endAnswer(answer ? lineOf(answer.id) : 0) };
}

/** The line on which an answer began. Its id is made from it. */
function lineOf(id: string): number {
  return Number(id.slice(1, id.indexOf('.')));
}
