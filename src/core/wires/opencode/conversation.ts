import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { AgentName, ItemDeltaEvent, ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { addInferred, TURN } from '../../thread/inferred.ts';
import { timeFrom } from '../../thread/time.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferEvent } from '../inferred.ts';
import type { WireOptions } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { errorEvents } from './errors.ts';
import { partEvents, partTime } from './parts.ts';
import { messageTable, type Part, partTable, sessionTable, type WireError } from './records.ts';
import {
  beginTurn,
  completeTurn,
  createThreadState,
  messageOf,
  refusedTurn,
  type ThreadState,
} from './thread-state.ts';

/** Where a record stands, and what it tells of itself. */
export interface RecordPlace {
  line: number;
  problems: Problem[];
  /** The session, where the record names it beside what it holds. */
  sessionId?: string | undefined;
  timestamp?: string | undefined;
  /** When the row was made, for a part that tells no time itself. */
  created?: string | undefined;
  /** The agent, where the place of the record tells it. */
  agent?: AgentName | undefined;
}

/**
 * Sessions as all wires of OpenCode tell them: sessions, messages, parts. A message may come twice, when it begins and
 * when it is done. A stream on stdout has parts alone, and one of the server has several sessions.
 */
export interface Conversation {
  session(info: JsonObject, place: RecordPlace): ThreadEvent[];
  message(info: JsonObject, place: RecordPlace): ThreadEvent[];
  part(part: JsonObject, place: RecordPlace): ThreadEvent[];
  delta(partId: string, delta: ItemDeltaEvent['delta'], place: RecordPlace): ThreadEvent[];
  error(error: WireError, place: RecordPlace): ThreadEvent[];
  /** The agent waits for the person. */
  idle(place: RecordPlace): ThreadEvent[];
  /** Places an event that belongs to no message. */
  other(event: ThreadEvent, place: RecordPlace): ThreadEvent[];
  /** What the end of the input tells. */
  end(): ThreadEvent[];
  agent(): AgentName;
}

/** A time that the record does not have. */
const TIME = ['timestamp'];

export function createConversation({ agent: given }: WireOptions = {}): Conversation {
  const threads = new Map<string, ThreadState>();
  /** The call that started a session. */
  const parents = new Map<string, string>();
  /** Kilo's lines look the same. Their place tells whose they are, or whoever started the program. */
  let agent: AgentName = given ?? 'opencode';
  let lastLine = 0;

  function threadOf(id: string): ThreadState {
    const known = threads.get(id);
    if (known) return known;
    const state = createThreadState(id);
    threads.set(id, state);
    forgetOldest(threads, coreLimits.maxAgents);
    return state;
  }

  /** A session begins with its first record, if none told of it. */
  function begun(state: ThreadState): ThreadEvent[] {
    if (state.isStarted) return [];
    state.isStarted = true;
    return [{ type: 'thread.started', thread_id: state.id, agent, inferred: true }];
  }

  function placed(events: ThreadEvent[], state: ThreadState, place: RecordPlace, requestId?: string): ThreadEvent[] {
    const parent = parents.get(state.id);
    lastLine = place.line;
    for (const event of events) {
      event.line = place.line;
      if (place.timestamp !== undefined) event.timestamp ??= place.timestamp;
      if (event.type === 'thread.started') continue;
      if (state.id !== '') event.thread_id = state.id;
      if (event.turn_id === undefined && state.turn) {
        event.turn_id = state.turn.id;
        addInferred(event, TURN);
      }
      if (requestId !== undefined) event.request_id = requestId;
      if (parent !== undefined) event.parent_item_id = parent;
    }
    return events;
  }

  function session(info: JsonObject, place: RecordPlace): ThreadEvent[] {
    const fields = sessionTable.read(info, place.problems);
    const { id, parentID, directory, version, time, time_created, extra } = fields;
    const state = threadOf(id);
    if (place.agent !== undefined) agent = place.agent;
    const started_at = timeFrom(time?.created ?? time_created);
    const timestamp = place.timestamp ?? timeFrom(time?.updated) ?? started_at;
    if (state.isStarted) {
      const told: ThreadEvent = { type: 'context', kind: 'session', data: info };
      return placed([told], state, { ...place, timestamp });
    }
    state.isStarted = true;
    state.cwd = directory;
    const begun: ThreadStartedEvent = { type: 'thread.started', thread_id: id, agent };
    const event = withDefined(begun, {
      parent_thread_id: parentID,
      cwd: directory,
      cli_version: version,
      started_at,
      timestamp: started_at ?? place.timestamp,
      extra: time?.updated === undefined && !time?.extra ? extra : { ...extra, time },
    });
    inferEvent(event, info);
    return placed([event], state, { ...place, timestamp: undefined });
  }

  function message(info: JsonObject, place: RecordPlace): ThreadEvent[] {
    const fields = messageTable.read(info, place.problems);
    const { id, role, parentID, modelID, model, path, time, error } = fields;
    const state = threadOf(fields.sessionID ?? place.sessionId ?? '');
    const events = begun(state);
    const known = messageOf(state, id);
    known.isUser = role === 'user';
    known.isSummary = !known.isUser && fields.summary === true;
    known.model = modelID ?? model?.modelID;
    known.parent = parentID;
    known.at = timeFrom(time?.created);
    const told: ThreadEvent = { type: 'context', kind: 'message', data: info };
    if (known.model !== undefined) told.model = known.model;
    if (path?.cwd !== undefined && path.cwd !== state.cwd) {
      state.cwd = path.cwd;
      told.cwd = path.cwd;
    }
    if (!known.isUser && !state.turn && error === undefined) events.push(...beginTurn(state, parentID));
    events.push(told);
    // The server tells an error by itself first.
    if (error !== undefined) events.push(...failed(state, error, parentID));
    const timestamp = timeFrom(time?.completed) ?? timeFrom(time?.created) ?? place.timestamp;
    return placed(events, state, { ...place, timestamp }, known.isUser ? undefined : id);
  }

  /** An error ends the turn that is open. One that came before any answer begins it, too. */
  function failed(state: ThreadState, error: WireError, parentId?: string): ThreadEvent[] {
    if (!state.turn) return [...beginTurn(state, parentId), ...errorEvents(state, error)];
    return state.turn.isOpen ? errorEvents(state, error) : [];
  }

  function part(source: JsonObject, place: RecordPlace): ThreadEvent[] {
    const fields = partTable.read(source, place.problems);
    const state = threadOf(fields.sessionID ?? place.sessionId ?? '');
    const events = begun(state);
    learn(fields);
    const message = messageOf(state, fields.messageID ?? '');
    if (fields.type === 'step-start') message.steps += 1;
    // Without a message of the person, the first request begins the turn.
    const isAfterEnd = !state.turn?.isOpen && fields.type === 'step-start';
    if (!message.isUser && (!state.turn || isAfterEnd)) events.push(...beginTurn(state, message.parent));
    const requestId = message.isUser ? undefined : requestOf(fields, message.steps);
    const timestamp = place.timestamp ?? partTime(fields) ?? place.created;
    for (const event of partEvents({ state, message, part: fields, source })) events.push(event);
    if (timestamp === undefined && message.at !== undefined) for (const event of events) addInferred(event, TIME);
    return placed(events, state, { ...place, timestamp: timestamp ?? message.at }, requestId);
  }

  /** Learns of a session that a call started. */
  function learn({ id, state }: Part): void {
    const metadata = state?.metadata;
    const child = metadata?.sessionId;
    if (typeof child !== 'string' || child === '') return;
    parents.set(child, id);
    forgetOldest(parents, coreLimits.maxAgents);
  }

  /** A message is one request. Those of old versions hold several. */
  function requestOf({ messageID }: Part, step: number): string | undefined {
    return messageID !== undefined && step > 1 ? `${messageID}.${step}` : messageID;
  }

  function delta(partId: string, piece: ItemDeltaEvent['delta'], place: RecordPlace): ThreadEvent[] {
    const state = threadOf(place.sessionId ?? '');
    const type = state.parts.get(partId)?.type;
    const event: ItemDeltaEvent = { type: 'item.delta', item_id: partId, delta: piece };
    if (type === 'compaction') {
      const told: ThreadEvent = { type: 'context', kind: 'delta', item_id: partId, data: piece };
      return placed([...begun(state), told], state, place);
    }
    if (type !== undefined) event.item_type = type === 'text' ? 'agent_message' : type;
    return placed([...begun(state), event], state, place);
  }

  function error(told: WireError, place: RecordPlace): ThreadEvent[] {
    const state = threadOf(place.sessionId ?? '');
    const events = begun(state);
    if (!state.turn) events.push(...beginTurn(state));
    return placed([...events, ...errorEvents(state, told)], state, place);
  }

  function idle(place: RecordPlace): ThreadEvent[] {
    const state = threadOf(place.sessionId ?? '');
    const ended = [...refusedTurn(state), ...completeTurn(state)];
    return placed(ended, state, place);
  }

  function other(event: ThreadEvent, place: RecordPlace): ThreadEvent[] {
    return placed([event], threadOf(place.sessionId ?? ''), place);
  }

  function end(): ThreadEvent[] {
    return [...threads.values()].flatMap((state) =>
      placed(refusedTurn(state), state, { line: lastLine, problems: [] }),
    );
  }

  return { session, message, part, delta, error, idle, other, end, agent: () => agent };
}
