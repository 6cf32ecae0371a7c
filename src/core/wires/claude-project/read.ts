import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { handOverNote } from '../../thread/hand-over.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { timeFrom } from '../../thread/time.ts';
import { insideTag, isCommandOutput } from '../../tools/typed-prompt.ts';
import { sentencesIn } from '../../tools/words-in.ts';
import { attachmentWords } from '../claude/attachment-words.ts';
import { completed, contextEvent, createConversation, type LinePlace, unknownEvent } from '../claude/conversation.ts';
import { INTERRUPTED } from '../claude/injected-text.ts';
import { type ClaudeMessage, messageTable } from '../claude/message.ts';
import { resultLine } from '../claude/result-line.ts';
import { SYNTHETIC_MODEL } from '../claude/synthetic-model.ts';
import { readUserContent, type UserContent } from '../claude/user-content.ts';
import { inferItem } from '../inferred.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { CONTEXT_TYPES, SYSTEM_SUBTYPES, TITLE_TYPES } from './kinds.ts';
import { type ProjectLine, projectLineRest, projectLineTable } from './lines.ts';
import { createSessionFacts } from './session-facts.ts';
import { createSidechains } from './sidechains.ts';
import { taskNotice } from './task-notice.ts';
import { createToldAgents } from './told-agents.ts';
import { createTurns, type TreePlace } from './turns.ts';

/** Adds the events of a message to a list. `isOwn`: it belongs to the file's own thread, not to a sub-agent in it. */
type ReadMessage = (
  wire: ProjectLine,
  message: ClaudeMessage,
  place: LinePlace,
  isOwn: boolean,
  problems: Problem[],
  events: ThreadEvent[],
) => void;

/** Reads a session file of Claude Code line by line. The file's order is that of time. */
export function createClaudeProjectReader(options: WireOptions = {}): WireReader {
  const facts = createSessionFacts();
  const conversation = createConversation();
  const turns = createTurns(conversation.forget);
  const sidechains = createSidechains(conversation.openTools);
  const toldAgents = createToldAgents(conversation, sidechains.has, options);
  let model: string | undefined;
  let last: LinePlace = { line: 0 };

  function placeOf(record: JsonObject, line: number): LinePlace {
    const { sessionId, agentId, timestamp } = record;
    if (typeof sessionId === 'string') facts.name(sessionId);
    last = {
      line,
      session: sessionId,
      agent: agentId,
      thread_id: facts.threadId(),
      turn_id: turns.id(),
      timestamp: typeof timestamp === 'string' ? timestamp : timeFrom(timestamp),
      parent_item_id: undefined,
      inherited: handOverNote(record) ? true : undefined,
    };
    return last;
  }

  /** Updates the place after a thread or a turn began. */
  function renew(place: LinePlace): LinePlace {
    const thread = facts.threadId();
    const turn = turns.id();
    if (thread !== undefined) place.thread_id = thread;
    if (turn !== undefined) place.turn_id = turn;
    return place;
  }

  /** Some versions write copied lines a second time. */
  function isRepeated({ uuid, isSidechain }: ProjectLine): boolean {
    if (uuid === undefined) return false;
    return turns.branches.has(uuid) || (isSidechain === true && sidechains.has(uuid));
  }

  function readMessage(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const place = placeOf(record, line);
    const wire = projectLineTable.read(record, problems);
    if (!wire.message) return [unknownEvent(record, place)];
    if (isRepeated(wire)) return [contextEvent('repeated', record, place)];
    const events: ThreadEvent[] = [];
    facts.take(wire, place, events);
    const isOwn = !wire.isSidechain || (wire.agentId !== undefined && wire.agentId === facts.agentId());
    renew(place);
    const message = messageTable.read(wire.message, problems);
    if (wire.type === 'assistant') readAssistant(wire, message, place, isOwn, problems, events);
    else readUser(wire, message, place, isOwn, problems, events);
    return events;
  }

  const readAssistant: ReadMessage = (wire, message, place, isOwn, problems, events) => {
    if (!place.inherited) (isOwn ? turns.usage : turns.agentsUsage).add(message, problems);
    if (!isOwn) {
      const source = { place: sidePlace(wire, place, ''), uuid: wire.uuid, extra: projectLineRest(wire) };
      conversation.assistant(message, source, problems, events);
      return;
    }
    if (!turns.isOpen()) turns.begin(wire, place, events);
    turns.branches.add(wire.uuid, wire.parentUuid);
    if (saysNothing(message)) {
      events.push({
        ...contextEvent('assistant', { message: wire.message }, renew(place), errorText(message.content)),
        extra: projectLineRest(wire),
      });
      return;
    }
    turns.replied(wire.isApiErrorMessage ? errorText(message.content) : undefined);
    const where = renew(place);
    if (message.model !== undefined && message.model !== model && message.model !== SYNTHETIC_MODEL) {
      model = message.model;
      events.push({ ...contextEvent('model', { model }, where), model });
    }
    const source = { place: where, uuid: wire.uuid, extra: projectLineRest(wire) };
    conversation.assistant(message, source, problems, events);
    const details = wire.extra?.errorDetails;
    const last = events.at(-1);
    // The service's own words for a failure, which the text puts in others.
    if (typeof details === 'string' && last?.type === 'item.completed')
      last.item.notes = [{ kind: 'error', text: details }];
  };

  const readUser: ReadMessage = (wire, message, place, isOwn, problems, events) => {
    const read = readUserContent(message.content ?? [], problems);
    const content = place.inherited ? allSaid(read) : read;
    const isInjected = Boolean(wire.isMeta || wire.isCompactSummary || wire.isVisibleInTranscriptOnly);
    let where = place;
    if (!isOwn) where = sidePlace(wire, place, content.said[0] ?? '');
    else if (isPrompt(wire, content, isInjected)) {
      turns.begin(wire, place, events);
      where = renew(place);
    }
    if (isOwn) turns.branches.add(wire.uuid, wire.parentUuid);
    const source = { place: where, uuid: wire.uuid, extra: projectLineRest(wire) };
    const facts = { isInjected, structured: wire.toolUseResult, message: message.extra };
    conversation.user(content, source, facts, events);
    if (isOwn && content.injected.some((text) => text.startsWith(INTERRUPTED))) turns.interrupt(where, events);
  };

  function sidePlace(wire: ProjectLine, place: LinePlace, text: string): LinePlace {
    const call = sidechains.callOf(wire, text);
    return { ...place, thread_id: wire.agentId ?? call, parent_item_id: call };
  }

  function readSystem(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const place = placeOf(record, line);
    const { subtype, content } = record;
    if (subtype === 'compact_boundary') {
      const events = takeFacts(record, place, problems);
      turns.branches.cut();
      const item: ThreadItem = { id: idOf(record, line), type: 'compaction' };
      events.push({ ...completed(inferItem(item, record), renew(place)), extra: record });
      return events;
    }
    if (subtype === 'local_command' && typeof content === 'string') {
      return readLocalCommand(record, content, place, problems);
    }
    if (typeof subtype === 'string' && SYSTEM_SUBTYPES.has(subtype)) {
      addBranch(record);
      return [contextEvent(subtype, record, place, sentencesIn(record))];
    }
    return [unknownEvent(record, place)];
  }

  /** The stream prints it as a text of the assistant. */
  function readLocalCommand(record: JsonObject, content: string, place: LinePlace, problems: Problem[]): ThreadEvent[] {
    const events = takeFacts(record, place, problems);
    const id = idOf(record, place.line);
    const output = isCommandOutput(content)
      ? (insideTag(content, 'local-command-stdout')?.trim() ?? content)
      : undefined;
    if (output === undefined) turns.begin(treePlace(record), renew(place), events);
    addBranch(record);
    const item: ThreadItem =
      output === undefined ? { id, type: 'user_message', text: content } : { id, type: 'agent_message', text: output };
    events.push({ ...completed(inferItem(item, record), renew(place)), extra: record });
    return events;
  }

  function readAttachment(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const place = placeOf(record, line);
    addBranch(record);
    const attachment = isObject(record.attachment) ? record.attachment : {};
    const { type, prompt, commandMode, source_uuid } = attachment;
    // The end of a task in the background, which the CLI shows to the person, too.
    const isNotice = type === 'queued_command' && commandMode === 'task-notification' && typeof prompt === 'string';
    // Text typed while the agent was busy may be nowhere else.
    const isPrompted = type === 'queued_command' && commandMode === 'prompt';
    if (!isNotice && (!isPrompted || (typeof prompt !== 'string' && !Array.isArray(prompt)))) {
      return [contextEvent('attachment', record, place, attachmentWords(record))];
    }
    const events = takeFacts(record, place, problems);
    if (isNotice) {
      events.push({
        ...completed(taskNotice(prompt, attachmentWords(record), idOf(record, line)), renew(place)),
        extra: record,
      });
      return events;
    }
    // The id that the client gave to its prompt, which is also printed. From 2.1.325.
    const id = source_uuid ?? record.uuid;
    const uuid = typeof id === 'string' ? id : undefined;
    const source = { place: renew(place), uuid, extra: record };
    const facts = { isInjected: record.isMeta === true, structured: undefined };
    conversation.user(readUserContent(prompt, problems), source, facts, events);
    return events;
  }

  function takeFacts(record: JsonObject, place: LinePlace, problems: Problem[]): ThreadEvent[] {
    const events: ThreadEvent[] = [];
    facts.take(projectLineTable.read(record, problems), place, events);
    return events;
  }

  function addBranch(record: JsonObject): void {
    const { uuid, parentUuid } = treePlace(record);
    if (record.isSidechain !== true) turns.branches.add(uuid, parentUuid);
  }

  return {
    read(record, line, problems) {
      switch (record.type) {
        case 'user':
        case 'assistant':
          return readMessage(record, line, problems);
        case 'system':
          return readSystem(record, line, problems);
        case 'attachment':
          return readAttachment(record, line, problems);
        case 'tool_result':
          return readMessage(resultLine(record), line, problems);
        default: {
          const place = placeOf(record, line);
          addBranch(record);
          const told = record.type === 'progress' ? toldAgents.read(record, place, problems) : undefined;
          if (told) return told;
          const isKnown = typeof record.type === 'string' && CONTEXT_TYPES.has(record.type);
          const words = TITLE_TYPES.has(record.type) ? sentencesIn(record) : '';
          return [isKnown ? contextEvent(String(record.type), record, place, words) : unknownEvent(record, place)];
        }
      }
    },
    end() {
      const events = facts.end();
      const { timestamp, thread_id, line } = last;
      turns.end({ line, ...(thread_id !== undefined && { thread_id }), ...(timestamp && { timestamp }) }, events);
      return events;
    },
  };
}

/** True for a line that begins a turn: a person's text, or a notice that wakes the agent up. */
function isPrompt(wire: ProjectLine, content: UserContent, isInjected: boolean): boolean {
  if (content.results.length > 0) return false;
  const origin = wire.extra?.origin;
  const isNotice = isObject(origin) && origin.kind === 'task-notification';
  if (isNotice) return true;
  if (isInjected || (content.said.length === 0 && content.images.length === 0)) return false;
  return !content.said.every(isCommandOutput) || content.images.length > 0;
}

/** True for the text that the CLI writes after a local command for the model's sake. It is never printed. */
function saysNothing({ model, content }: ClaudeMessage): boolean {
  if (model !== SYNTHETIC_MODEL || !Array.isArray(content) || content.length !== 1) return false;
  const [block] = content;
  return isObject(block) && block.text === 'No response requested.';
}

/** Texts handed over as said count as said, even if Claude Code would add such a text by itself. */
function allSaid(content: UserContent): UserContent {
  return content.injected.length === 0
    ? content
    : { ...content, said: [...content.said, ...content.injected], injected: [] };
}

function idOf(record: JsonObject, line: number): string {
  return typeof record.uuid === 'string' && record.uuid !== '' ? record.uuid : `L${line}.1`;
}

function treePlace({ uuid, parentUuid }: JsonObject): TreePlace {
  return {
    uuid: typeof uuid === 'string' ? uuid : undefined,
    parentUuid: typeof parentUuid === 'string' ? parentUuid : undefined,
  };
}

function errorText(content: string | unknown[] | undefined): string {
  if (typeof content === 'string') return content;
  const [block] = content ?? [];
  return isObject(block) && typeof block.text === 'string' ? block.text : 'API error';
}
