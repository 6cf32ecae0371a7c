import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { AgentName, ContextEvent, ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import type { UserMessageItem } from '../../thread/item.ts';
import { sentencesIn, wordsIn } from '../../tools/words-in.ts';
import { habitsOf } from '../agent-habits.ts';
import { type AgentNames, agentNames } from '../agent-names.ts';
import { badField } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import { createRpcRequests } from '../rpc-requests.ts';
import { keepBeside, openEnvelope, type Said } from '../traffic.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { agentNamed, agentOfMethods, UNNAMED } from './agents.ts';
import { readContent } from './content.ts';
import {
  type AcpMessage,
  type CallFields,
  callTable,
  messageTable,
  updateParamsTable,
  updateTable,
} from './messages.ts';
import { context, noteOf } from './notes.ts';
import { endPlan, planEvent } from './plan.ts';
import { promptItem } from './prompt-item.ts';
import { isRefusal } from './refusal.ts';
import { type AcpSession, createAcpSessions } from './sessions.ts';
import { type Asked, acpSides } from './sides.ts';
import { readCounts, tokenCount, turnEnd } from './turn-end.ts';

/**
 * Reads what an agent and its client say to each other by the Agent Client Protocol. A prompt begins a turn and its answer
 * ends it. Questions for leave, answers and all other requests are bookkeeping beside the conversation.
 */
export function createAcpReader(options: WireOptions = {}): WireReader {
  const requests = createRpcRequests<Asked>(acpSides);
  const sessions = createAcpSessions(() => habitsOf(names?.name));
  let agent: AgentName | undefined = options.agent;
  let names: AgentNames | undefined = agentNames.find(({ name }) => name === options.agent);
  let version: string | undefined;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const said = openEnvelope(record, problems);
    const events = said.record ? readMessage(said.record, said.direction, line, problems) : [noteOf(said)];
    for (const event of events) event.line ??= line;
    keepBeside(events, said.kept && { traffic: said.kept });
    return events;
  }

  function readMessage(record: JsonObject, direction: Said['direction'], line: number, problems: Problem[]) {
    const message = messageTable.read(record, problems);
    const isOfClient = requests.isOfClient(message, direction);
    const events = route(message, isOfClient, line, problems);
    keepBeside(events, message.extra);
    return events;
  }

  function route(message: AcpMessage, isOfClient: boolean, line: number, problems: Problem[]): ThreadEvent[] {
    const { method, params = {} } = message;
    if (method === undefined) return readAnswer(message, isOfClient, line, problems);
    if (method === 'session/update' && !isOfClient) return readUpdate(params, line, problems);
    return readRequest(message, method, isOfClient, line, problems);
  }

  function readRequest(
    message: AcpMessage,
    method: string,
    isOfClient: boolean,
    line: number,
    problems: Problem[],
  ): ThreadEvent[] {
    const { id, params = {} } = message;
    const asked: Asked = { method, params, session: sessionOf(params) };
    const { session } = asked;
    if (id !== undefined) requests.asked(message, isOfClient, asked);
    const data = id === undefined ? params : { ...params, id };
    const told = context(method, data, sentencesIn(params));
    if (!session) return [told];
    if (isOfClient && method === 'session/prompt') return beginTurn(session, asked, data, line);
    if (isOfClient && (method === 'session/load' || method === 'session/resume')) session.isReplayed = true;
    if (method !== 'session/request_permission' || !isObject(params.toolCall)) return sessions.place(session, [told]);
    return askLeave(session, params.toolCall, told, problems);
  }

  function beginTurn(session: AcpSession, asked: Asked, data: JsonObject, line: number): ThreadEvent[] {
    const events = [...given(session, {}), ...session.texts.end(), ...endPlan(session)];
    const turn = sessions.begin(session);
    asked.turnId = session.turnId;
    const { prompt, ...rest } = data;
    const item = promptItem(prompt, `L${line}.1`);
    const said: ThreadEvent = { type: 'item.completed', item, extra: rest };
    return sessions.place(session, [...events, turn, said]);
  }

  /** Some agents tell of a call first when they ask for leave. */
  function askLeave(session: AcpSession, call: JsonObject, told: ContextEvent, problems: Problem[]): ThreadEvent[] {
    const fields = readFields(call, problems);
    const event = session.calls.ask({ ...fields, status: undefined });
    if (fields.toolCallId !== undefined) told.item_id = fields.toolCallId;
    return sessions.place(session, [...opened(session), ...(event ? [event] : []), told]);
  }

  function readAnswer(message: AcpMessage, isOfClient: boolean, line: number, problems: Problem[]): ThreadEvent[] {
    const asked = requests.answered(message, isOfClient);
    const { id, result, error } = message;
    const answer: JsonObject = isObject(result) ? result : {};
    if (!isOfClient && (asked?.method === 'session/prompt' || (!asked && 'stopReason' in answer)))
      return endTurn(asked, message, problems);
    const words = isOfClient || error !== undefined ? wordsIn(result ?? error) : '';
    const told = context(asked?.method ?? 'answer', error === undefined ? { id, result } : { id, error }, words);
    if (isOfClient) return readDecision(asked, answer, told, line);
    if (typeof answer.protocolVersion === 'number') learnAgent(answer);
    const begun = beginSession(asked, answer);
    return begun ? [begun] : asked?.session ? sessions.place(asked.session, [told]) : [told];
  }

  function learnAgent({ agentInfo, authMethods }: JsonObject): void {
    const info = isObject(agentInfo) ? agentInfo : {};
    if (typeof info.version === 'string') version = info.version;
    if (options.agent !== undefined) return;
    const known = agentOfMethods(authMethods);
    const found = typeof info.name === 'string' ? agentNamed(info.name) : known && { name: known.name, known };
    agent = found?.name ?? agent;
    names = found?.known ?? names;
  }

  /** The answer to `session/new`, `session/load`, `session/resume` or `session/fork`. */
  function beginSession(asked: Asked | undefined, answer: JsonObject): ThreadEvent | undefined {
    const method = asked?.method;
    if (method !== undefined && !/^session\/(?:new|load|resume|fork)$/.test(method)) return undefined;
    const own = typeof answer.sessionId === 'string' ? sessions.of(answer.sessionId) : undefined;
    const session = method === 'session/load' || method === 'session/resume' ? asked?.session : own;
    if (!session) return undefined;
    const [event] = given(session, answer);
    if (event?.type !== 'thread.started') return undefined;
    const cwd = asked?.params.cwd;
    if (typeof cwd === 'string') event.cwd = cwd;
    if (method === 'session/load' || method === 'session/resume') event.resumed = true;
    if (method === 'session/fork' && asked?.session) event.forked_from_id = asked.session.id;
    return event;
  }

  function given(session: AcpSession, { sessionId: _id, ...settings }: JsonObject): ThreadEvent[] {
    if (session.isGiven || session.id === '') return [];
    session.isGiven = true;
    agent ??= UNNAMED;
    const event: ThreadStartedEvent = { type: 'thread.started', agent, thread_id: session.id };
    const { models } = settings;
    const model = isObject(models) ? models.currentModelId : undefined;
    return [
      withDefined(event, {
        model: typeof model === 'string' ? model : undefined,
        cli_version: version,
        extra: Object.keys(settings).length > 0 ? settings : undefined,
      }),
    ];
  }

  function endTurn(asked: Asked | undefined, message: AcpMessage, problems: Problem[]): ThreadEvent[] {
    const session = asked?.session ?? sessions.running();
    const { id, result, error } = message;
    if (!session) return [context('session/prompt', error === undefined ? { id, result } : { id, error })];
    const turnId = asked?.turnId ?? session.turnId;
    const isCurrent = turnId === session.turnId;
    const end = turnEnd(session, message, names?.promptUsage === 'session', problems);
    const calls = () => session.calls.endTurn(end.type !== 'turn.completed');
    const events = isCurrent ? [...session.texts.end(), ...calls(), ...endPlan(session)] : [];
    events.push(end);
    sessions.place(session, events, turnId);
    if (isCurrent) sessions.end(session);
    return events;
  }

  /** What the client decided, and what it says in between, where the agent asks for it. */
  function readDecision(asked: Asked | undefined, answer: JsonObject, told: ContextEvent, line: number): ThreadEvent[] {
    const session = asked?.session;
    if (!asked || !session) return [told];
    const { toolCall, options: offers } = asked.params;
    const call =
      isObject(toolCall) && typeof toolCall.toolCallId === 'string' ? keptId(toolCall.toolCallId) : undefined;
    if (asked.method === 'session/request_permission' && call !== undefined) {
      told.item_id = call;
      if (isRefusal(answer, offers)) session.calls.refuse(call);
    }
    const steered =
      asked.method.endsWith('/drainMidTurnQueue') && Array.isArray(answer.messages) ? answer.messages : [];
    const events: ThreadEvent[] = steered.filter(isText).map((text, index) => {
      const item: UserMessageItem = { id: `L${line}.${index + 1}`, type: 'user_message', text };
      return { type: 'item.completed', item: inferItem(item, { text }) };
    });
    return sessions.place(session, [told, ...events]);
  }

  function readUpdate(params: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { sessionId, update, extra } = updateParamsTable.read(params, problems);
    const session = sessions.of(sessionId ?? '');
    if (!update) return sessions.place(session, [context('session/update', params)]);
    const isCall = update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
    const events = isCall ? readCall(session, update, problems) : readPiece(session, update, line, problems);
    const last = events.at(-1);
    if (extra && last) last.extra = { ...last.extra, params: extra };
    return sessions.place(session, events);
  }

  function readCall(session: AcpSession, update: JsonObject, problems: Problem[]): ThreadEvent[] {
    const fields = readFields(update, problems);
    // A summary of a call that ended comes at any time, also in the middle of a text and behind the end of the turn.
    const told = context(String(fields.sessionUpdate), update);
    if (fields.toolCallId !== undefined) told.item_id = fields.toolCallId;
    if (session.calls.isAfterword(fields)) return [told];
    const event = session.calls.tell(fields) ?? told;
    return [...opened(session), ...(event ? [event] : [])];
  }

  function readFields(call: JsonObject, problems: Problem[]): CallFields {
    const fields = callTable.read(call, problems);
    for (const block of fields.content ?? [])
      if (isObject(block) && block.type === 'content' && !isObject(block.content))
        problems.push(badField('content', block.content));
    return fields.toolCallId === undefined ? fields : { ...fields, toolCallId: keptId(fields.toolCallId) };
  }

  /** The id of a call as the session's file has it. */
  function keptId(id: string): string {
    const prefix = habitsOf(names?.name)?.callPrefix;
    return prefix === undefined ? id : id.replace(prefix, '');
  }

  /** The thread, the turn and the end of the text before, where the update is the first sign of something. */
  function opened(session: AcpSession): ThreadEvent[] {
    const events = [...given(session, {}), ...session.texts.end()];
    if (session.turnId === undefined && !session.isReplayed) events.push(sessions.begin(session));
    return events;
  }

  function readPiece(session: AcpSession, source: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const update = updateTable.read(source, problems);
    const { sessionUpdate: kind = '', content, entries, messageId, _meta } = update;
    const form = PIECES.get(kind);
    if (form !== undefined) {
      if (!isObject(content)) problems.push(badField('content', content));
      const { texts, rest } = readContent(content);
      const [text] = texts;
      const used = readCounts(_meta?.usage, problems);
      if (used && text === '') return [...opened(session), { ...tokenCount(session, used), extra: source }];
      if (text === undefined || Array.isArray(content))
        return [...opened(session), context(kind, source, wordsIn(content))];
      const notice = form === 'agent_message' ? noticeOf(text, source) : undefined;
      if (notice) return [...opened(session), notice];
      const extra = withDefined<JsonObject>({ ...update.extra }, { _meta, content: rest[0] });
      return addText(session, form, text, messageId, line, extra);
    }
    if (kind === 'plan' && entries) return [...opened(session), planEvent(session, entries, line, source)];
    if (BOOKKEEPING.test(kind)) return [...given(session, {}), context(kind, source)];
    return [{ type: 'unknown', wire_type: kind, data: source }];
  }

  function addText(
    session: AcpSession,
    form: 'agent_message' | 'reasoning' | 'user_message',
    text: string,
    messageId: string | undefined,
    line: number,
    extra: JsonObject,
  ): ThreadEvent[] {
    const begun = [...given(session, {})];
    if (session.turnId === undefined && !session.isReplayed) begun.push(sessions.begin(session));
    const events = session.texts.add(form, text, messageId, line);
    const last = events.at(-1);
    if (last && Object.keys(extra).length > 0) last.extra = { ...last.extra, ...extra };
    return [...begun, ...events];
  }

  /** Words of the agent's program in the model's voice. */
  function noticeOf(text: string, data: JsonObject): ThreadEvent | undefined {
    if (!names?.noticePrefix?.test(text)) return undefined;
    if (text.startsWith('Error:')) return { type: 'error', message: text.slice('Error:'.length).trim(), extra: data };
    return context('notice', data, text);
  }

  return { read, end: () => [], agent: () => agent };

  function sessionOf({ sessionId }: JsonObject): AcpSession | undefined {
    return typeof sessionId === 'string' && sessionId !== '' ? sessions.of(sessionId) : undefined;
  }
}

const PIECES = new Map<string, 'agent_message' | 'reasoning' | 'user_message'>([
  ['agent_message_chunk', 'agent_message'],
  ['agent_thought_chunk', 'reasoning'],
  ['user_message_chunk', 'user_message'],
]);
const BOOKKEEPING =
  /^(?:available_commands|current_mode|current_model|config_option|session_info|usage|tool_call_content)_(?:update|chunk)$|^(?:plan|_.*)$/;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
