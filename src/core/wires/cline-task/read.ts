import type { Problem } from '../../../errors.ts';
import { type JsonObject, parseObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { addInferred } from '../../thread/inferred.ts';
import type { CommandExecutionItem, ThreadItem, UserMessageItem } from '../../thread/item.ts';
import { addUsage } from '../../thread/running-usage.ts';
import { timeFrom } from '../../thread/time.ts';
import type { CountedUsage, Extra } from '../../thread/usage.ts';
import { createClinePlace } from '../cline/place.ts';
import type { FieldsOf } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { errorTable, messageTable, requestTable, taskTable } from './lines.ts';
import { mcpItem, toldExitCode, toolItem } from './tool-items.ts';

type Message = FieldsOf<typeof messageTable>;

/** Messages of which only Cline's page makes use, or that say nothing new. */
const NOTICES =
  /^(?:api_req_finished|api_req_retried|checkpoint_created|.*_request_started|resume.*|task_progress|.*hook.*|info|.*_output_.*)$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the notice has colours.
const NOTICE = /^(?:\u001b\[\d+m)?SIG[A-Z]+ received, shutting down/;
const LONGEST_NOTICE = 200;

/** Reads the messages of Cline 2, printed by `--json` or kept in `ui_messages.json`. Both have the same ids. */
export function createClineTaskReader(): WireReader {
  const place = createClinePlace();
  const { placed, endTurn } = place;
  let isThreadKnown = false;
  let model: string | undefined;
  let total: CountedUsage | undefined;
  let failure: string | undefined;
  /** The command whose result the next request tells. */
  let command: CommandExecutionItem | undefined;
  let mcp: ThreadItem | undefined;

  function startThread(id: string | undefined, extra?: Extra): ThreadEvent[] {
    if (isThreadKnown) return [];
    isThreadKnown = true;
    const begun: ThreadEvent = { type: 'thread.started', thread_id: id ?? '', agent: 'cline' };
    if (extra) begun.extra = extra;
    if (id === undefined) addInferred(begun, ['thread_id']);
    place.threadId = id;
    return [placed(begun)];
  }

  function startTurn(mode: string | undefined): ThreadEvent[] {
    failure = undefined;
    return place.startTurn(mode, model);
  }

  function read(record: JsonObject, number: number, problems: Problem[]): ThreadEvent[] {
    place.line = number;
    if (record.type === 'task_started') {
      const { taskId, extra } = taskTable.read(record, problems);
      return startThread(taskId, extra);
    }
    if (record.type === 'error' && !('ts' in record)) return readErrorLine(record, problems);
    if (record.type !== 'say' && record.type !== 'ask') {
      const { type, ...data } = record;
      return [placed({ type: 'unknown', wire_type: typeof type === 'string' ? type : '', data })];
    }
    const message = messageTable.read(record, problems);
    place.time = timeFrom(message.ts) ?? place.time;
    const { modelId } = message.modelInfo ?? {};
    const begun = startThread(undefined);
    model = modelId ?? model;
    const events = readMessage(message, problems);
    const first = events.find(({ type }) => !type.startsWith('turn.')) ?? events[0];
    const rest: Extra = { ...message.extra, ...(message.modelInfo?.extra && { modelInfo: message.modelInfo.extra }) };
    if (first && Object.keys(rest).length > 0) first.extra = { ...first.extra, ...rest };
    return [...begun, ...events];
  }

  function readErrorLine(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { message, extra } = errorTable.read(record, problems);
    const isTold = failure === message;
    const begun = startThread(undefined);
    const ended = endTurn({ type: 'turn.failed', error: { message: reasonIn(message) } });
    if (ended.length > 0) return [...begun, ...ended];
    const event: ThreadEvent = isTold
      ? { type: 'context', kind: 'error', data: { message } }
      : { type: 'error', message };
    if (extra) event.extra = extra;
    return [...begun, placed(event)];
  }

  function readMessage(message: Message, problems: Problem[]): ThreadEvent[] {
    const kind = message.say ?? message.ask ?? '';
    const { text = '', modelInfo } = message;
    switch (kind) {
      case 'task':
      case 'user_feedback':
        return [...startTurn(modelInfo?.mode), prompt(message)];
      case 'api_req_started':
        return readRequest(message, problems);
      case 'text':
      case 'plan_mode_respond':
        return [said(message, 'agent_message', text)];
      case 'reasoning':
        return [said(message, 'reasoning', message.reasoning ?? text)];
      case 'completion_result':
        return readCompletion(message);
      case 'command':
        return [startCommand(message)];
      case 'command_output':
        return [commandOutput(message)];
      case 'tool':
        return [done(message, (id, status) => toolItem(id, parseObject(text) ?? { tool: kind, text }, status))];
      case 'use_mcp_server':
        return [startMcp(message)];
      case 'mcp_server_response':
        return [endMcp(message)];
      case 'error':
      case 'error_retry':
        return [placed({ type: 'error', message: reasonIn(text) })];
      case 'api_req_failed':
        failure = text;
        return endTurn({ type: 'turn.failed', error: { message: reasonIn(text) } }).concat(
          place.hasTurn() ? [context(message, kind)] : [],
        );
      case 'resume_task':
      case 'resume_completed_task': {
        const ended = endTurn({ type: 'turn.aborted', reason: 'interrupted' });
        return ended.length > 0 ? ended : [context(message, kind)];
      }
      default:
        return [readOther(message, kind)];
    }
  }

  function readOther(message: Message, kind: string): ThreadEvent {
    if (NOTICES.test(kind) || kind.startsWith('browser') || message.ask !== undefined) return context(message, kind);
    const { type: _type, extra: _extra, ...data } = message;
    return placed({ type: 'unknown', wire_type: kind, data: { ...data } });
  }

  function context(message: Message, kind: string): ThreadEvent {
    const { ts, text, conversationHistoryIndex } = message;
    const event: ThreadEvent = { type: 'context', kind, data: { ts, conversationHistoryIndex } };
    if (text !== undefined) event.text = text;
    return placed(event);
  }

  const idOf = ({ ts }: Message): string => (ts === undefined ? `L${place.line}.0` : String(ts));

  function prompt(message: Message): ThreadEvent {
    const item: UserMessageItem = { id: idOf(message), type: 'user_message', text: message.text ?? '' };
    if (message.images && message.images.length > 0) item.images = message.images;
    return placed({ type: 'item.completed', item: inferItem(item, { text: message.text }) });
  }

  /** A piece of a message has all that was said so far. */
  function done(message: Message, make: (id: string, status: string) => ThreadItem): ThreadEvent {
    const item = make(idOf(message), message.partial ? 'in_progress' : 'completed');
    return placed({ type: message.partial ? 'item.updated' : 'item.completed', item });
  }

  function said(message: Message, type: 'agent_message' | 'reasoning', text: string): ThreadEvent {
    return done(message, (id) => inferItem({ id, type, text }, { text: message.reasoning ?? message.text }));
  }

  /** The result of the task is a call of the model, and its last answer. */
  function readCompletion(message: Message): ThreadEvent[] {
    const { ask, text = '', partial } = message;
    if (ask !== undefined || text === '') return [context(message, 'completion_result')];
    const answer = said(message, 'agent_message', text);
    return partial ? [answer] : [answer, ...endTurn({ type: 'turn.completed' })];
  }

  function startCommand(message: Message): ThreadEvent {
    const words = message.text ?? '';
    const item: CommandExecutionItem = {
      id: idOf(message),
      type: 'command_execution',
      command: words,
      aggregated_output: '',
      status: 'in_progress',
    };
    if (!message.partial) command = item;
    inferItem(item, { command: words });
    return placed({ type: message.partial ? 'item.updated' : 'item.started', item: { ...item } });
  }

  function commandOutput(message: Message): ThreadEvent {
    const text = message.text ?? '';
    if (!command || text === '') return context(message, 'command_output');
    command.aggregated_output += text;
    return placed({ type: 'item.delta', item_id: command.id, delta: { text_delta: text } });
  }

  function endCommand(code: number | undefined): ThreadEvent[] {
    if (!command) return [];
    const item: CommandExecutionItem = { ...command, status: code ? 'failed' : 'completed' };
    command = undefined;
    delete item.inferred;
    if (code !== undefined) item.exit_code = code;
    return [placed({ type: 'item.completed', item: inferItem(item, { ...item, exit_code: code }, {}) })];
  }

  function startMcp(message: Message): ThreadEvent {
    mcp = mcpItem(idOf(message), parseObject(message.text ?? '') ?? {}, 'in_progress');
    return placed({ type: 'item.started', item: { ...mcp } });
  }

  function endMcp(message: Message): ThreadEvent {
    const { text = '' } = message;
    if (mcp?.type !== 'mcp_tool_call') return context(message, 'mcp_server_response');
    const item: ThreadItem = { ...mcp, status: 'completed', result: { content: [{ type: 'text', text }] } };
    mcp = undefined;
    return placed({ type: 'item.completed', item });
  }

  /** A request tells the model the result of the last command, and has its counts once it is answered. */
  function readRequest(message: Message, problems: Problem[]): ThreadEvent[] {
    const { text = '', partial } = message;
    const source = parseObject(text);
    if (!source) return [context(message, 'api_req_started')];
    const {
      request: sent,
      tokensIn,
      tokensOut,
      cacheReads = 0,
      cacheWrites,
      cost,
      extra,
    } = requestTable.read(source, problems);
    const ended = endCommand(toldExitCode(sent ?? ''));
    const request = idOf(message);
    place.request = request;
    const told: ThreadEvent = { type: 'context', kind: 'api_req_started', data: { ts: message.ts, ...extra } };
    if (sent !== undefined) told.text = sent;
    if (model !== undefined) told.model = model;
    told.request_id = request;
    const events = [...ended, placed(told)];
    if (partial || !tokensIn) return events;
    const last: CountedUsage = {
      input_tokens: tokensIn,
      cached_input_tokens: cacheReads,
      output_tokens: tokensOut ?? 0,
      reasoning_output_tokens: 0,
      total_tokens: tokensIn + (tokensOut ?? 0),
    };
    if (cacheWrites !== undefined) last.cache_write_input_tokens = cacheWrites;
    if (typeof cost === 'number' && cost !== 0) last.extra = { cost };
    total = addUsage(...(total ? [total] : []), last);
    events.push(placed({ type: 'token_count', ...total, last, request_id: request }));
    return events;
  }

  /** Cline tells a person at the terminal that it was interrupted, in the middle of its lines. */
  function readText(text: string, number: number): ThreadEvent[] | undefined {
    place.line = number;
    if (text.length > LONGEST_NOTICE || !NOTICE.test(text)) return undefined;
    return [placed({ type: 'context', kind: 'notice', data: { text } })];
  }

  return { read, readText, end: () => [] };
}

/** The reason in a text of JSON: `{"message": …}` or `{"errorMessage": "{…}"}`. */
function reasonIn(text: string): string {
  const { errorMessage, message = errorMessage } = parseObject(text) ?? {};
  if (typeof message !== 'string') return text;
  const inner = parseObject(message)?.message;
  return typeof inner === 'string' ? inner : message;
}
