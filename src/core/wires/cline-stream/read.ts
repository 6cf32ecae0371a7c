import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadError, ThreadEvent } from '../../thread/event.ts';
import { addInferred, inferredIds } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { readUsage } from '../cline/usage.ts';
import { inferEvent, inferItem } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { createRunningAgents } from './agents.ts';
import { createClineCalls, requested } from './calls.ts';
import { readCounts } from './counts.ts';
import { endOf, endSaid } from './ends.ts';
import {
  abortedTable,
  agentLineTable,
  errorEventTable,
  errorLineTable,
  hookTable,
  iterationTable,
  noticeTable,
  runResultTable,
  saidTable,
  teamEventTable,
} from './lines.ts';

/** Reads `cline --json` of Cline 3: lines of the process itself, or lines that came through its hub. */
export function createClineStreamReader(): WireReader {
  const agents = createRunningAgents();
  const calls = createClineCalls();
  let isThreadKnown = false;
  let turnId: string | undefined;
  let turns = 0;
  let requests = 0;
  let failure: ThreadError | undefined;
  /** The teammate that acts, whose counts are also told by a line without a name. */
  let acting: string | undefined;

  function placed<Event extends ThreadEvent>(event: Event, line: number, time: string | undefined): Event {
    event.line = line;
    if (time !== undefined) event.timestamp = time;
    const { id, call } = agents.current;
    const isOfSub = call !== undefined && event.type !== 'turn.started';
    if (isOfSub) {
      event.parent_item_id = call;
      event.thread_id = id ?? call;
    }
    const ids = inferredIds(!isOfSub, turnId === undefined || isOfSub);
    if (ids) addInferred(event, ids);
    if (turnId !== undefined && !isOfSub) event.turn_id = turnId;
    return event;
  }

  const ofRequest = <Event extends ThreadEvent>(event: Event): Event => requested(event, agents.current.request);

  /** The stream names no session. A run has one prompt, which is not printed. */
  function start(line: number, time: string | undefined, extra?: Extra): ThreadEvent[] {
    const events: ThreadEvent[] = [];
    if (!isThreadKnown) {
      isThreadKnown = true;
      const begun: ThreadEvent = { type: 'thread.started', thread_id: '', agent: 'cline' };
      if (extra) begun.extra = extra;
      inferEvent(begun, {});
      events.push(placed(begun, line, time));
    }
    if (turnId === undefined) {
      turns += 1;
      turnId = `synthetic-turn-${turns}`;
      failure = undefined;
      events.push(placed({ type: 'turn.started', inferred: true }, line, time));
    }
    return events;
  }

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    switch (record.type) {
      case 'hook_event':
        return readHook(record, line, problems);
      case 'agent_event': {
        const { ts, event, extra } = agentLineTable.read(record, problems);
        const readIt = () => readEvent(event, line, ts, problems);
        // Whatever else has no name is not the teammate's.
        if (event.type !== 'usage') acting = undefined;
        const told = acting === undefined ? readIt() : agents.as(acting, undefined, readIt);
        const events = [...start(line, ts), ...told];
        const last = events.at(-1);
        if (extra && last) last.extra = { ...last.extra, ...extra };
        return events;
      }
      case 'team_event':
        return readTeam(record, line, problems);
      case 'run_result':
        return readRunResult(record, line, problems);
      case 'run_aborted':
        return readAborted(record, line, problems);
      case 'error': {
        const { ts, message, extra } = errorLineTable.read(record, problems);
        const isOpen = turnId !== undefined || !isThreadKnown;
        const begun = isOpen ? start(line, ts) : [];
        const event: ThreadEvent = isOpen ? { type: 'turn.failed', error: { message } } : { type: 'error', message };
        if (extra) event.extra = extra;
        const told = placed(event, line, ts);
        turnId = undefined;
        return [...begun, told];
      }
      default: {
        const { type, ...data } = record;
        const time = typeof data.ts === 'string' ? data.ts : undefined;
        return [placed({ type: 'unknown', wire_type: typeof type === 'string' ? type : '', data }, line, time)];
      }
    }
  }

  function readHook(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { ts, hookEventName, agentId, taskId, parentAgentId, extra } = hookTable.read(record, problems);
    const isFirst = !isThreadKnown;
    acting = agents.teammate(agentId);
    if (acting === undefined) agents.act(agentId, parentAgentId !== undefined, calls.starting);
    const ids: Extra = {};
    withDefined(ids, { agentId, taskId });
    const begun = start(line, ts, isFirst ? { ...ids, ...extra } : undefined);
    if (isFirst) return begun;
    const data: JsonObject = { hookEventName, ...ids, ...(parentAgentId !== undefined && { parentAgentId }), ...extra };
    return [...begun, placed({ type: 'context', kind: 'hook_event', data }, line, ts)];
  }

  function readTeam(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { ts, event, extra } = agentLineTable.read(record, problems);
    const begun = start(line, ts);
    const { type, agentId, teammate, event: inner, extra: more } = teamEventTable.read(event, problems);
    const made = (): ThreadEvent[] => {
      // The counts of a teammate have a line of their own.
      if (inner && inner.type !== 'usage') return readEvent(inner, line, ts, problems);
      const { type: _type, ...data } = event;
      return [placed({ type: 'context', kind: type ?? 'team_event', data }, line, ts)];
    };
    if (type === 'teammate_spawned' && agentId !== undefined) agents.join(agentId, teammate?.runtimeAgentId);
    const told = type === 'agent_event' && agentId !== undefined ? agents.as(agentId, calls.starting, made) : made();
    const [first] = told;
    const rest = type === 'agent_event' ? { ...extra, ...more } : extra;
    if (first && rest && Object.keys(rest).length > 0) first.extra = { ...first.extra, ...rest };
    return [...begun, ...told];
  }

  function readEvent(event: JsonObject, line: number, ts: string | undefined, problems: Problem[]): ThreadEvent[] {
    const place = <Event extends ThreadEvent>(made: Event): Event => placed(made, line, ts);
    switch (event.type) {
      case 'iteration_start':
        return [place(readIteration(event, problems))];
      case 'content_start':
      case 'content_end':
        if (event.contentType === 'tool') return [place(calls.read(event, line, agents.current.request, problems))];
        return [place(readSaid(event, line, problems))];
      case 'content_update':
        return [place(calls.update(event, agents.current.request, problems))];
      case 'usage':
        return [place(ofRequest(readCounts(event, problems)))];
      case 'error':
        return [place(readErrorEvent(event, problems))];
      case 'done': {
        const ended = endSaid(agents.current, line).map(place);
        const done = place(contextOf(event));
        agents.end();
        return [...ended, done];
      }
      case 'notice':
        return [place(readNotice(event, problems))];
      case 'iteration_end':
        return [...endSaid(agents.current, line).map(place), place(contextOf(event))];
      default: {
        const { type, ...data } = event;
        return [place({ type: 'unknown', wire_type: `agent_event ${typeof type === 'string' ? type : ''}`, data })];
      }
    }
  }

  function contextOf(event: JsonObject): ThreadEvent {
    const { type, ...data } = event;
    const context: ThreadEvent = { type: 'context', kind: typeof type === 'string' ? type : '', data };
    return ofRequest(context);
  }

  function readNotice(event: JsonObject, problems: Problem[]): ThreadEvent {
    const { message } = noticeTable.read(event, problems);
    return withDefined(contextOf(event), { text: message });
  }

  function readIteration(event: JsonObject, problems: Problem[]): ThreadEvent {
    const { iteration, extra } = iterationTable.read(event, problems);
    const { current } = agents;
    // An agent counts its requests from 1. Another 1 inside of a call is another agent.
    if (iteration === 1 && current.iterations > 0 && calls.starting !== undefined) agents.begin(calls.starting);
    requests += 1;
    agents.current.iterations += 1;
    agents.current.request = `r${requests}`;
    return ofRequest({ type: 'context', kind: 'iteration_start', data: { iteration, ...extra } });
  }

  function readSaid(event: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const {
      text,
      reasoning,
      contentType,
      redacted,
      accumulated: _accumulated,
      extra,
    } = saidTable.read(event, problems);
    const type = contentType === 'reasoning' ? 'reasoning' : 'agent_message';
    const words = (type === 'reasoning' ? reasoning : text) ?? '';
    const { said } = agents.current;
    const open = said.get(type) ?? { id: `L${line}.0`, text: '', line };
    const rest: Extra | undefined = redacted ? { redacted, ...extra } : extra;
    if (event.type === 'content_start') {
      open.text += words;
      said.set(type, open);
      const delta: ThreadEvent = {
        type: 'item.delta',
        item_id: open.id,
        item_type: type,
        delta: { text_delta: words },
      };
      if (rest) delta.extra = rest;
      addInferred(delta, ['item_id']);
      return ofRequest(delta);
    }
    said.delete(type);
    const item: ThreadItem = { id: open.id, type, text: words === '' ? open.text : words };
    if (rest) item.extra = rest;
    return ofRequest({
      type: 'item.completed',
      item: inferItem(item, { text: type === 'reasoning' ? reasoning : text }, {}),
    });
  }

  /** A call that failed is told by its own end, too. */
  function readErrorEvent(event: JsonObject, problems: Problem[]): ThreadEvent {
    const { error, errorClass, recoverable, extra } = errorEventTable.read(event, problems);
    const message = error?.message ?? '';
    const rest: Extra = { ...extra };
    withDefined(rest, { name: error?.name, ...error?.extra });
    if (recoverable) {
      return ofRequest({ type: 'context', kind: 'error', text: message, data: { errorClass, ...rest } });
    }
    failure = { message };
    const told: ThreadEvent = { type: 'error', message, extra: rest };
    if (errorClass !== undefined) {
      told.code = errorClass;
      failure.code = errorClass;
    }
    return ofRequest(told);
  }

  function readRunResult(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { ts, finishReason, usage, durationMs, text, model, extra } = runResultTable.read(record, problems);
    while (agents.current.call !== undefined) agents.end();
    const begun = start(line, ts);
    const said = endSaid(agents.current, line).map((event) => placed(event, line, ts));
    const context: ThreadEvent = { type: 'context', kind: 'run_result', data: { finishReason, ...model?.extra } };
    if (model?.provider !== undefined) context.data.provider = model.provider;
    if (model?.id !== undefined) context.model = model.id;
    const counts = usage && readUsage(usage, problems);
    const end = endOf(finishReason, text, failure);
    if (counts && end.type !== 'turn.aborted') end.usage = counts;
    if (counts) end.turn_usage = counts;
    if (end.type === 'turn.completed') withDefined(end, { duration_ms: durationMs, last_agent_message: text });
    const rest: Extra = { ...extra };
    if (end.type !== 'turn.completed') withDefined(rest, { durationMs, text });
    if (Object.keys(rest).length > 0) end.extra = rest;
    const events = [...begun, ...said, placed(context, line, ts), placed(end, line, ts)];
    turnId = undefined;
    return events;
  }

  /** Who ended the run. Its turn has ended before, if there was a `run_result`. */
  function readAborted(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { ts, reason, message, extra } = abortedTable.read(record, problems);
    const data = withDefined<Extra>({ ...extra }, { reason, message });
    const context: ThreadEvent = { type: 'context', kind: 'run_aborted', data };
    if (turnId === undefined && isThreadKnown) return [placed(withDefined(context, { text: message }), line, ts)];
    const begun = start(line, ts);
    const said = endSaid(agents.current, line).map((event) => placed(event, line, ts));
    const end = placed<ThreadEvent>({ type: 'turn.aborted', reason: reason ?? 'aborted', extra: data }, line, ts);
    turnId = undefined;
    return [...begun, ...said, end];
  }

  return {
    read,
    end: () => {
      const { current } = agents;
      const [first] = current.said.values();
      return first ? endSaid(current, first.line).map((event) => placed(event, first.line, undefined)) : [];
    },
  };
}
