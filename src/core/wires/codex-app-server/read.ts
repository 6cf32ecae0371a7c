import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import type { UserMessageItem } from '../../thread/item.ts';
import { addUsage, createRunningUsage } from '../../thread/running-usage.ts';
import { timeFrom } from '../../thread/time.ts';
import { sentencesIn, wordsIn } from '../../tools/words-in.ts';
import { createCodexLegacyReader } from '../codex-legacy/read.ts';
import { inferItem } from '../inferred.ts';
import { createRpcRequests } from '../rpc-requests.ts';
import { keepBeside, openEnvelope, type Said } from '../traffic.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { BEGINNINGS, BESIDE, context, idOf, noteOf, only, TELLING, unknownOr } from './bookkeeping.ts';
import { readDelta } from './deltas.ts';
import { readServerItems } from './items.ts';
import { type Message, messageTable, type Note, noteTable, threadTable, turnTable } from './messages.ts';
import { errorEvent, planEvent, tokenCount, turnEnd } from './notes.ts';
import { type Asked, serverSides } from './requests.ts';
import { createServerThreads, type ServerThread } from './threads.ts';

/**
 * Reads what `codex app-server` and its client say to each other: threads, turns and items by their own ids. Questions,
 * answers and all other requests are bookkeeping beside them. Versions from 0.56 to 0.114 write everything twice, also as
 * `codex/event/*`: one of both is read, the other one is bookkeeping.
 */
export function createCodexAppServerReader(options: WireOptions = {}): WireReader {
  const requests = createRpcRequests<Asked>(serverSides);
  const threads = createServerThreads(options);
  /** Items do not name their thread (0.56 to 0.61), and not all there is has an item. */
  let isEarly = false;
  /** The server said anything. Otherwise only the client's side was kept. */
  let hasAnswered = false;
  const prompts: ThreadEvent[] = [];

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const said = openEnvelope(record, problems);
    const events = said.record ? readMessage(said.record, said.direction, line, problems) : [noteOf(said)];
    for (const event of events) {
      event.line ??= line;
      const parent = event.thread_id === undefined ? undefined : threads.parentOf(event.thread_id);
      if (parent !== undefined) event.parent_item_id = parent;
    }
    keepBeside(events, said.kept && { traffic: said.kept });
    return events;
  }

  function readMessage(record: JsonObject, direction: Said['direction'], line: number, problems: Problem[]) {
    const message = messageTable.read(record, problems);
    const isOfClient = requests.isOfClient(message, direction);
    if (!isOfClient) hasAnswered = true;
    const events = route(message, isOfClient, line, problems);
    const timestamp = timeFrom(message.emittedAtMs);
    if (timestamp !== undefined) for (const event of events) event.timestamp ??= timestamp;
    keepBeside(events, message.extra);
    return events;
  }

  function route(message: Message, isOfClient: boolean, line: number, problems: Problem[]): ThreadEvent[] {
    const { method, params = {}, id } = message;
    if (method === undefined) return readAnswer(message, isOfClient, problems);
    if (isOfClient || id !== undefined) return readRequest(message, method, isOfClient, line);
    if (method.startsWith('codex/event/')) return readLegacy(method, params, line, problems);
    return readNote(method, params, line, problems);
  }

  /** A request of either side, or a notification of the client. */
  function readRequest(message: Message, method: string, isOfClient: boolean, line: number): ThreadEvent[] {
    const { id, params = {} } = message;
    const { threadId, conversationId = threadId, turnId, itemId, callId = itemId } = params;
    const place: Asked = { method, thread_id: idOf(conversationId), turn_id: idOf(turnId), item_id: idOf(callId) };
    if (id !== undefined) requests.asked(message, isOfClient, place);
    if (isOfClient && !hasAnswered) rememberPrompt(params, place, line);
    return [context(method, id === undefined ? params : { ...params, id }, place, sentencesIn(params))];
  }

  /** Shown if the server's side was not kept: it repeats the prompt as an item. */
  function rememberPrompt({ input, items: parts = input }: JsonObject, place: Asked, line: number): void {
    const text = Array.isArray(parts) ? wordsIn(parts) : '';
    if (text === '') return;
    const item: UserMessageItem = { id: `L${line}.1`, type: 'user_message', text };
    const event: ThreadEvent = { type: 'item.completed', item: inferItem(item, {}), line };
    prompts.push(withDefined(event, { thread_id: place.thread_id }));
  }

  function readAnswer(message: Message, isOfClient: boolean, problems: Problem[]): ThreadEvent[] {
    const { id, result, error } = message;
    const asked = requests.answered(message, isOfClient);
    const method = asked?.method ?? 'answer';
    const data: JsonObject = error === undefined ? { id, result } : { id, error };
    const words = isOfClient || error !== undefined ? wordsIn(result ?? error) : '';
    const told = [context(method, data, asked ?? { method }, words)];
    if (isOfClient || !isObject(result)) return told;
    const given = threadOfAnswer(result, asked?.method, problems);
    const { turn, reviewThreadId } = result;
    if (isObject(turn) && typeof reviewThreadId === 'string') threads.of(reviewThreadId).reviewTurn = idOf(turn.id);
    return given ? [given] : told;
  }

  /** The answer to the beginning of a thread. `thread/started` follows, but not for a thread that is resumed. */
  function threadOfAnswer(result: JsonObject, method: string | undefined, problems: Problem[]) {
    const { thread, model, conversationId, ...rest } = result;
    if (typeof conversationId === 'string' && typeof result.rolloutPath === 'string') {
      const state = threads.of(conversationId);
      state.form ??= 'events';
      return state.isGiven ? undefined : give(state, { id: conversationId }, { ...rest, model }, problems);
    }
    const isBegun = method === undefined ? typeof model === 'string' : BEGINNINGS.has(method);
    const id = isObject(thread) ? idOf(thread.id) : undefined;
    if (!isBegun || !isObject(thread) || id === undefined) return undefined;
    const state = threads.of(id);
    state.form ??= 'items';
    const event = state.isGiven ? undefined : give(state, thread, { ...rest, model }, problems);
    if (event && method === 'thread/resume') event.resumed = true;
    if (event && method === 'thread/start') state.usage = createRunningUsage(addUsage());
    return event;
  }

  function give(
    state: ServerThread,
    thread: JsonObject,
    settings: JsonObject,
    problems: Problem[],
  ): ThreadStartedEvent {
    state.isGiven = true;
    state.parent_item_id = undefined;
    const { id, cwd, cliVersion, modelProvider, createdAt, source, gitInfo, ...facts } = threadTable.read(
      thread,
      problems,
    );
    const { model, ...others } = settings;
    const event: ThreadStartedEvent = { type: 'thread.started', agent: 'codex', thread_id: id ?? state.id };
    const extra: JsonObject = { ...facts.extra, ...(Object.keys(others).length > 0 && { settings: others }) };
    if (model !== undefined && model !== null && typeof model !== 'string') extra.model = model;
    if (source !== undefined && source !== null) event.source = source;
    return withDefined(event, {
      cwd,
      cli_version: cliVersion,
      model_provider: modelProvider,
      model: typeof model === 'string' ? model : undefined,
      started_at: timeFrom(createdAt, 's'),
      forked_from_id: facts.forkedFromId,
      parent_thread_id: facts.parentThreadId,
      agent_nickname: facts.agentNickname,
      agent_role: facts.agentRole,
      git: gitInfo,
      extra: Object.keys(extra).length > 0 ? extra : undefined,
    });
  }

  /** `codex/event/*`, which names its thread `conversationId`. */
  function readLegacy(method: string, params: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { conversationId, ...record } = params;
    const state = threads.of(idOf(conversationId) ?? '');
    if (!isEarly) state.form ??= 'events';
    const { msg } = record;
    if ((state.form === 'items' && !isEarly) || !isObject(msg) || typeof msg.type !== 'string') {
      const item_id = isObject(msg) ? idOf(msg.call_id ?? msg.item_id) : undefined;
      return [context(method, params, { method, thread_id: idOf(conversationId), item_id })];
    }
    const events = announced(state, []);
    state.events ??= createCodexLegacyReader();
    for (const event of state.events.read(record, line, problems)) {
      const isTold = event.type === 'thread.started' && state.isGiven;
      if (isTold || (event.type === 'unknown' && BESIDE.test(event.wire_type)))
        events.push(context(method, params, { method, turn_id: event.turn_id }));
      else events.push(event);
    }
    for (const event of events) if (state.id !== '') event.thread_id = state.id;
    return events;
  }

  /** The beginning of a thread that nobody announced, before its first event: the head of the input is missing. */
  function announced(state: ServerThread, events: ThreadEvent[]): ThreadEvent[] {
    if (state.isGiven || state.parent_item_id !== undefined || state.id === '') return events;
    state.isGiven = true;
    return [{ type: 'thread.started', agent: 'codex', thread_id: state.id, inferred: true }, ...events];
  }

  function readNote(method: string, params: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const isTurn = method.startsWith('turn/') || method.startsWith('item/');
    const note = isTurn || TELLING.has(method) ? noteTable.read(params, problems) : undefined;
    const thread_id = note?.threadId ?? idOf(params.threadId) ?? idOf(note?.thread?.id);
    const place: Asked = { method, thread_id, turn_id: idOf(params.turnId), item_id: idOf(params.itemId) };
    if (isTurn && thread_id === undefined) isEarly = true;
    const state = thread_id === undefined ? undefined : threads.of(thread_id);
    if (!note || !state || isEarly || state.form === 'events') {
      if (method === 'thread/started' && state && !state.isGiven) return [giveNote(state, params, problems)];
      // The turns of the other form have ids of their own.
      const { turn_id: _other, ...where } = place;
      return [context(method, params, isTurn ? where : place, isTurn ? '' : sentencesIn(params))];
    }
    const events = readTold(method, note, params, state, line, problems);
    const [first] = events;
    if (note.extra && first) first.extra = { ...first.extra, ...note.extra };
    for (const event of events) placeEvent(event, note, state);
    return isTurn ? announced(state, events) : events;
  }

  function placeEvent(event: ThreadEvent, note: Note, state: ServerThread): void {
    event.thread_id ??= state.id;
    if (note.turnId !== undefined) event.turn_id ??= note.turnId;
  }

  function giveNote(state: ServerThread, params: JsonObject, problems: Problem[]): ThreadEvent {
    const { thread, ...rest } = params;
    state.form ??= 'items';
    const event = give(state, isObject(thread) ? thread : {}, {}, problems);
    return Object.keys(rest).length > 0 ? { ...event, extra: { ...event.extra, ...rest } } : event;
  }

  function readTold(
    method: string,
    note: Note,
    params: JsonObject,
    state: ServerThread,
    line: number,
    problems: Problem[],
  ): ThreadEvent[] {
    if (method !== 'error') state.form ??= 'items';
    const { turn, item, tokenUsage } = note;
    const place: Asked = { method, thread_id: state.id, turn_id: note.turnId, item_id: note.itemId };
    const told = () => [context(method, params, place)];
    switch (method) {
      case 'thread/started':
        return state.isGiven ? told() : [giveNote(state, params, problems)];
      case 'turn/started':
        return turn ? [turnStarted(turn, state, problems)] : told();
      case 'turn/completed':
        return turn ? turnEnd(turn, state, problems) : told();
      case 'item/started':
      case 'item/completed':
        return item ? itemEvents(method, item, place, line, problems) : told();
      case 'thread/tokenUsage/updated':
        return (tokenUsage && only(tokenCount(tokenUsage, state, problems))) ?? told();
      case 'turn/plan/updated':
        return note.plan ? [planEvent(note, state, line)] : told();
      case 'error':
        return [errorEvent(note, problems)];
      case 'turn/diff/updated':
        return told();
      default:
        return readDelta(method, note, state) ?? [unknownOr(method, params, place)];
    }
  }

  function turnStarted(turn: JsonObject, state: ServerThread, problems: Problem[]): ThreadEvent {
    const { id, extra } = turnTable.read(turn, problems);
    // All else of a review carries the id of the answer.
    const turn_id = state.reviewTurn ?? id ?? '';
    const kept = turn_id === id ? extra : { ...extra, id };
    state.reviewTurn = undefined;
    const event: ThreadEvent = { type: 'turn.started', turn_id };
    return kept ? { ...event, extra: { turn: kept } } : event;
  }

  function itemEvents(
    method: string,
    source: JsonObject,
    place: Asked,
    line: number,
    problems: Problem[],
  ): ThreadEvent[] {
    const isEnd = method === 'item/completed';
    const items = readServerItems(source, line, isEnd ? 'completed' : 'in_progress', problems);
    const id = idOf(source.id);
    if (items.length === 0)
      return [context(String(source.type), source, { ...place, item_id: id }, sentencesIn(source))];
    for (const item of items) {
      if (item.type !== 'collab_tool_call' || item.tool !== 'spawn_agent') continue;
      threads.spawning(item.id, !isEnd);
      for (const agent of item.receiver_thread_ids) threads.started(agent, item.id);
    }
    return items.map((item) => ({ type: isEnd ? 'item.completed' : 'item.started', item }));
  }

  return { read, end: () => (hasAnswered ? [] : prompts) };
}
