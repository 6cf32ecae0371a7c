import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, ThreadStartedEvent, TurnStartedEvent } from '../../thread/event.ts';
import { addInferred, THREAD, THREAD_AND_TURN, TURN } from '../../thread/inferred.ts';
import type { CompactionItem } from '../../thread/item.ts';
import { sentencesIn } from '../../tools/words-in.ts';
import { completed, contextEvent, createConversation, type LinePlace, unknownEvent } from '../claude/conversation.ts';
import { INTERRUPTED } from '../claude/injected-text.ts';
import { createMessageUsage } from '../claude/message-usage.ts';
import { resultLine } from '../claude/result-line.ts';
import { SYNTHETIC_MODEL } from '../claude/synthetic-model.ts';
import { readUserContent } from '../claude/user-content.ts';
import { inferItem } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { CONTEXT_TYPES, SYSTEM_SUBTYPES } from './kinds.ts';
import { type InitLine, initTable, type MessageLine, messageLineRest, messageLineTable } from './lines.ts';
import { createPartials } from './partials.ts';
import { createResults } from './results.ts';

/** A reader that also tells the place of a line that is none of its own. */
export interface ClaudeStreamReader extends WireReader {
  placeOf(record: JsonObject, line: number): LinePlace;
}

/**
 * Reads the output of `claude -p` as `stream-json`, or as `json` with `--verbose`. `system/init` begins a turn and
 * `result` ends it. A run may have several of both, and a line after a result without an init also begins a turn.
 */
export function createClaudeStreamReader(): ClaudeStreamReader {
  const conversation = createConversation();
  const partials = createPartials(conversation);
  const results = createResults();
  const ownUsage = createMessageUsage();
  const agentsUsage = createMessageUsage();
  /** The sub-agent that each call started, if it was named. */
  const agentIds = new Map<string, string>();
  let threadId: string | undefined;
  let isThreadGiven = false;
  let turns = 0;
  let turnId: string | undefined;
  let model: string | undefined;
  /** The CLI reports its version since the version that marks API errors. */
  let marksErrors = false;
  let hasReply = false;
  let wasInterrupted = false;

  function placeOf(record: JsonObject, line: number): LinePlace {
    if (threadId === undefined && typeof record.session_id === 'string') threadId = record.session_id;
    const place: LinePlace = { line, session: record.session_id, agent: record.agent_id };
    if (threadId !== undefined) place.thread_id = threadId;
    if (turnId !== undefined) place.turn_id = turnId;
    if (typeof record.timestamp === 'string') place.timestamp = record.timestamp;
    const parent = record.parent_tool_use_id;
    if (typeof parent !== 'string' || parent === '') return place;
    place.parent_item_id = parent;
    place.thread_id = typeof record.agent_id === 'string' ? record.agent_id : (agentIds.get(parent) ?? parent);
    return place;
  }

  /** Begins the thread and a turn if needed, and returns the place of the line. */
  function open(record: JsonObject, line: number, events: ThreadEvent[]): LinePlace {
    const place = placeOf(record, line);
    if (turnId !== undefined) return place;
    giveThread({}, place, events);
    return { ...place, turn_id: beginTurn({}, place, events) };
  }

  function giveThread(facts: InitLine, place: LinePlace, events: ThreadEvent[]): void {
    if (isThreadGiven) return;
    isThreadGiven = true;
    const event: ThreadStartedEvent = { type: 'thread.started', agent: 'claude', thread_id: threadId ?? '' };
    const { model, cwd, claude_code_version: cli_version, extra } = facts;
    if (threadId === undefined || threadId !== place.session) addInferred(event, THREAD);
    events.push(withDefined(event, { model, cwd, cli_version, line: place.line, extra }));
  }

  function beginTurn(facts: InitLine, place: LinePlace, events: ThreadEvent[]): string {
    turns += 1;
    turnId = `synthetic-turn-${turns}`;
    hasReply = false;
    wasInterrupted = false;
    const event: TurnStartedEvent = { type: 'turn.started', turn_id: turnId, line: place.line };
    const isThreadSaid = threadId === undefined || threadId === place.session;
    addInferred(event, isThreadSaid ? TURN : THREAD_AND_TURN);
    events.push(withDefined(event, { thread_id: threadId, model: facts.model, cwd: facts.cwd }));
    return turnId;
  }

  function readInit(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const facts = initTable.read(record, problems);
    const events: ThreadEvent[] = [];
    if (facts.session_id !== undefined && facts.session_id !== threadId) {
      threadId = facts.session_id;
      isThreadGiven = false;
    }
    model = facts.model ?? model;
    if (facts.claude_code_version !== undefined) marksErrors = true;
    const place = placeOf(record, line);
    if (isThreadGiven) {
      events.push(withDefined(contextEvent('init', record, place), { model: facts.model, cwd: facts.cwd }));
    }
    giveThread(facts, place, events);
    // An init inside a turn, as after a compaction, begins none.
    if (turnId === undefined) beginTurn(facts, place, events);
    return events;
  }

  function readMessage(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const events: ThreadEvent[] = [];
    const wire = messageLineTable.read(record, problems);
    if (!wire.message) return [unknownEvent(record, placeOf(record, line))];
    const place = open(record, line, events);
    const source = { place, uuid: wire.uuid, extra: messageLineRest(wire) };
    if (wire.type === 'assistant') {
      const message = assistantOf(wire);
      for (const event of readAssistant(wire, place, problems)) events.push(event);
      conversation.assistant(message, source, problems, events);
      return events;
    }
    const content = readUserContent(wire.message.content ?? [], problems);
    if (content.injected.some((text) => text.startsWith(INTERRUPTED))) wasInterrupted = true;
    const { extra: message } = wire.message;
    const facts = { isInjected: wire.isSynthetic === true, structured: wire.tool_use_result, message };
    conversation.user(content, source, facts, events);
    return events;
  }

  /**
   * The output of a local command has an id unknown to the file, where it has that of its line. It is the only text
   * that the CLI prints before the model said anything, except for API errors, which are marked.
   */
  function assistantOf(wire: MessageLine) {
    const message = wire.message ?? {};
    const isByItself = message.model === SYNTHETIC_MODEL && wire.error === undefined && !hasReply;
    const isLocal = marksErrors && isByItself && wire.uuid;
    return isLocal ? { ...message, id: wire.uuid, extra: { ...message.extra, id: message.id } } : message;
  }

  function readAssistant({ message = {} }: MessageLine, place: LinePlace, problems: Problem[]): ThreadEvent[] {
    if (place.parent_item_id !== undefined) {
      agentsUsage.add(message, problems);
      return [];
    }
    ownUsage.add(message, problems);
    hasReply = true;
    if (message.model === undefined || message.model === model || message.model === SYNTHETIC_MODEL) return [];
    model = message.model;
    return [{ ...contextEvent('model', { model }, place), model }];
  }

  function readResult(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const events: ThreadEvent[] = [];
    const isAlone = !isThreadGiven;
    const place = open(record, line, events);
    const turn = {
      isAlone,
      hasReply,
      wasInterrupted,
      told: ownUsage.take(),
      toldByAgents: agentsUsage.take(),
    };
    for (const event of results.read(record, turn, place, problems)) events.push(event);
    turnId = undefined;
    return events;
  }

  function readSystem(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { subtype } = record;
    if (subtype === 'init') return readInit(record, line, problems);
    if (subtype === 'compact_boundary') {
      const events: ThreadEvent[] = [];
      const place = open(record, line, events);
      const uuid = typeof record.uuid === 'string' ? record.uuid : undefined;
      const item: CompactionItem = { id: uuid ?? `L${line}.1`, type: 'compaction' };
      events.push({ ...completed(inferItem(item, record), place), extra: record });
      return events;
    }
    const place = placeOf(record, line);
    if (subtype === 'task_started' && typeof record.tool_use_id === 'string' && typeof record.task_id === 'string') {
      agentIds.set(record.tool_use_id, record.task_id);
    }
    if (typeof subtype === 'string' && SYSTEM_SUBTYPES.has(subtype)) {
      return [contextEvent(subtype, record, place, sentencesIn(record))];
    }
    return [unknownEvent(record, place)];
  }

  return {
    read(record, line, problems) {
      switch (record.type) {
        case 'assistant':
        case 'user':
          return readMessage(record, line, problems);
        case 'stream_event': {
          const events: ThreadEvent[] = [];
          const place = open(record, line, events);
          return events.concat(partials.read(record, place, problems));
        }
        case 'system':
          return readSystem(record, line, problems);
        case 'result':
          return readResult(record, line, problems);
        case 'tool_result':
          return readMessage(resultLine(record), line, problems);
        default: {
          const place = placeOf(record, line);
          const isKnown = typeof record.type === 'string' && CONTEXT_TYPES.has(record.type);
          return [isKnown ? contextEvent(String(record.type), record, place) : unknownEvent(record, place)];
        }
      }
    },
    end: () => [],
    placeOf,
  };
}
