import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, parseJson, parseObject } from '../../lines/json.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { addInferred } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { usageBetween } from '../../thread/running-usage.ts';
import { timeFrom } from '../../thread/time.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { badField } from '../field-table.ts';
import { createGooseConversation, joined, type Said, userItem } from '../goose/conversation.ts';
import { type GooseMessage, readMessage } from '../goose/message.ts';
import { readUsage } from '../goose/usage.ts';
import { inferCounts } from '../inferred.ts';
import { placeInTurn } from '../place-in-turn.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { ledgerTable, lineTable, messageRowTable, sessionTable } from './rows.ts';
import { createGooseUsage } from './usage.ts';

/** Reads a session's rows, an exported session, and the lines of files before 1.10. */
export function createGooseRowsReader(): WireReader {
  const conversation = createGooseConversation();
  const usage = createGooseUsage();
  let threadId: string | undefined;
  let turnId: string | undefined;
  let turns = 0;
  let atBeginning: CountedUsage | undefined;
  let lastLine = 0;
  let lastTime: string | undefined;
  /** Rows were taken from the model: what goose tells it next is their summary. */
  let isCompacted = false;
  /** The request for the last summary, by the id of its answer. */
  let compaction: string | undefined;
  /** The last message was an answer, to which further rows of calls belong. */
  let isAnswering = false;

  function placed<Event extends ThreadEvent>(event: Event, time?: string): Event {
    return placeInTurn(event, { line: lastLine, time, threadId, turnId });
  }

  /** Nothing marks the end of a turn but the next prompt. */
  function endTurn(): ThreadEvent[] {
    if (turnId === undefined) return [];
    const event: ThreadEvent = { type: 'turn.completed', inferred: true };
    if (usage.total && usage.total !== atBeginning) {
      event.usage = usage.total;
      event.turn_usage = atBeginning ? usageBetween(atBeginning, usage.total) : usage.total;
    }
    const ended = placed(event, lastTime);
    turnId = undefined;
    return [ended];
  }

  function startTurn(time: string | undefined): ThreadEvent[] {
    const ended = endTurn();
    turns += 1;
    turnId = `synthetic-turn-${turns}`;
    atBeginning = usage.total;
    return [...ended, placed({ type: 'turn.started' }, time)];
  }

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    lastLine = line;
    if (record.table === undefined) return readBare(record, problems);
    const { table, row, extra } = lineTable.read(record, problems);
    const events = readRow(table, row, problems);
    const [first] = events;
    if (extra && first) first.extra = joined(first.extra, extra) ?? {};
    return events;
  }

  function readRow(table: string, row: JsonObject, problems: Problem[]): ThreadEvent[] {
    if (table === 'messages') return readMessageRow(row, problems);
    if (table === 'usage_ledger') return readLedger(row, problems);
    if (table === 'sessions' && ('working_dir' in row || 'session_type' in row)) return readSession(row, problems);
    if (table === 'sessions') return readSum(row, problems);
    return [placed({ type: 'unknown', wire_type: table, data: row })];
  }

  /** A header or a message without a table around it. */
  function readBare(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    if (Array.isArray(record.content) || typeof record.role === 'string') {
      return conversationOf(readMessage(record, problems), problems);
    }
    return readSession(record, problems);
  }

  function readSession(row: JsonObject, problems: Problem[]): ThreadEvent[] {
    const read = sessionTable.read(row, problems);
    const { id, name, working_dir: cwd, created_at, session_type, parent_session_id, provider_name, extra } = read;
    threadId = id;
    const model = modelOf(read.model_config_json ?? read.model_config, problems);
    const begun: ThreadStartedEvent = { type: 'thread.started', thread_id: id ?? '', agent: 'goose' };
    withDefined(begun, {
      cwd,
      model,
      model_provider: provider_name,
      source: session_type,
      parent_thread_id: parent_session_id,
      started_at: created_at === undefined || /[TZ]/.test(created_at) ? created_at : `${created_at.replace(' ', 'T')}Z`,
      extra: joined(extra, name ? { name } : undefined, configOf(read.model_config_json ?? read.model_config)),
    });
    if (begun.thread_id === '') addInferred(begun, ['thread_id']);
    lastTime = begun.started_at ?? lastTime;
    return [...endTurn(), placed(begun, begun.started_at)];
  }

  function readMessageRow(row: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { message_id, role, content_json, created_timestamp, timestamp, metadata_json, session_id, id, extra } =
      messageRowTable.read(row, problems);
    const content = parseJson(content_json);
    const metadata = metadata_json === undefined ? undefined : parseJson(metadata_json);
    if (!Array.isArray(content) && typeof row.content_json === 'string')
      problems.push(badField('content_json', content_json));
    if (metadata !== undefined && !isObject(metadata)) problems.push(badField('metadata_json', metadata_json));
    const message = readMessage(
      { role, content: Array.isArray(content) ? content : [], ...(isObject(metadata) && { metadata }) },
      problems,
    );
    message.id = message_id;
    message.time = timeFrom(created_timestamp, 's') ?? timestamp;
    const isOdd = !Array.isArray(content) && content_json !== '';
    const rest = joined(
      message.extra,
      extra,
      isOdd ? { content_json } : undefined,
      isObject(metadata) || metadata_json === undefined ? undefined : { metadata_json },
    );
    message.extra = rest;
    threadId ??= session_id;
    return conversationOf(message, problems, { id, session_id });
  }

  function conversationOf(message: GooseMessage, problems: Problem[], row: JsonObject = {}): ThreadEvent[] {
    lastTime = message.time ?? lastTime;
    const events: ThreadEvent[] = [];
    if (message.role === 'assistant') readAnswer(message, problems, events);
    else readOther(message, problems, events);
    if (message.metadata.agentVisible === false && message.metadata.userVisible !== false) isCompacted = true;
    if (events.length === 0) {
      const { id, role, content, extra } = message;
      events.push({ type: 'context', kind: 'message', data: { ...row, message_id: id, role, content, ...extra } });
    } else if (message.extra) {
      const first = events.find(({ type }) => !type.startsWith('turn.')) ?? events[0];
      if (first) first.extra = joined(first.extra, message.extra) ?? {};
    }
    for (const event of events) if (event.line === undefined) placed(event, message.time);
    return events;
  }

  function readAnswer(message: GooseMessage, problems: Problem[], events: ThreadEvent[]): void {
    const { id, content, metadata } = message;
    const isHidden = metadata.userVisible === false;
    nameRequest(message);
    const { request } = conversation;
    let said: Said | undefined;
    const end = () => {
      if (!said) return;
      const { id: own, type, text, extra } = said;
      said = undefined;
      if (isHidden) {
        events.push({ type: 'context', kind: 'message', text, data: { role: 'assistant', text } });
        return;
      }
      const item: ThreadItem = { id: own, type, text };
      if (extra) item.extra = extra;
      if (own !== id) addInferred(item, ['id']);
      events.push({ type: 'item.completed', item, ...(request !== undefined && { request_id: request }) });
    };
    for (const [index, block] of content.entries()) {
      const piece = conversation.readSaid(block, problems);
      if (!piece) {
        end();
        events.push(...conversation.readBlock(block, message, `L${lastLine}.${index}`, problems));
        continue;
      }
      if (said && said.type !== piece.type) end();
      said ??= { id: conversation.saidId(id, piece.type, lastLine), type: piece.type, text: '' };
      said.text += piece.text;
      said.extra = joined(said.extra, piece.extra);
    }
    end();
    const counts = metadata.usage && readUsage(metadata.usage, problems);
    const counted = counts && usage.add(counts, 'message');
    if (counts && counted) {
      inferCounts(counted, 'last', counts, metadata.usage);
      if (request !== undefined) counted.request_id = request;
      events.push(counted);
    } else if (counts) {
      events.push({ type: 'context', kind: 'usage', data: { usage: metadata.usage } });
    }
    isAnswering = true;
  }

  /**
   * A reply with several calls is several rows, of which only the first has the reply's id and its counts. Before 1.50
   * rows have no counts, so there a call after a result begins a request of its own.
   */
  function nameRequest({ id, metadata }: GooseMessage): void {
    const isOfReply = id?.startsWith('msg_') && !metadata.usage && conversation.request !== undefined;
    if (isOfReply && (isAnswering || metadata.inference)) return;
    conversation.setRequest(id ?? `L${lastLine}`);
  }

  function readOther(message: GooseMessage, problems: Problem[], events: ThreadEvent[]): void {
    isAnswering = false;
    const { metadata, role, time } = message;
    const item = userItem(message, lastLine, problems);
    const isTyped = role === 'user' && metadata.userVisible !== false && !metadata.turnContext;
    if (item) {
      message.extra = undefined;
      if (isTyped) events.push(...startTurn(time));
      const told: ThreadEvent = { type: 'item.completed', item: isTyped ? item : toldItem(item, metadata) };
      // The message with a summary has the id of the answer that it was.
      if (told.item.type === 'compaction') compaction = message.id?.startsWith('msg_') ? undefined : message.id;
      events.push(told.item.type === 'compaction' ? withDefined(told, { request_id: compaction }) : told);
    }
    for (const [index, block] of message.content.entries()) {
      const { type } = Object(block) as { type?: unknown };
      if (item && (type === 'text' || type === 'image')) continue;
      events.push(...conversation.readBlock(block, message, `L${lastLine}.${index}`, problems));
    }
  }

  /** What goose tells the model by itself: a summary of rows that the model no longer gets, or anything else. */
  function toldItem(
    item: Extract<ThreadItem, { type: 'user_message' }>,
    metadata: GooseMessage['metadata'],
  ): ThreadItem {
    if (!isCompacted || metadata.turnContext) return { ...item, injected: true };
    isCompacted = false;
    const { id, text, extra, inferred } = item;
    return { id, type: 'compaction', summary: text, ...(extra && { extra }), ...(inferred && { inferred }) };
  }

  function readLedger(row: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { created_timestamp, model, is_compaction, extra = {}, id, session_id } = ledgerTable.read(row, problems);
    const counts = readUsage(extra, problems);
    const time = timeFrom(created_timestamp, 's');
    const isSummary = is_compaction === 1;
    const counted = counts && (isSummary ? usage.alone(counts) : usage.add(counts, 'ledger'));
    if (counted && isSummary) counted.request_id = compaction ?? `ledger.${id}`;
    if (!counts || !counted) {
      const event: ThreadEvent = { type: 'context', kind: 'usage_ledger', data: { id, session_id, ...extra } };
      return [placed(withDefined(event, { model }), time)];
    }
    inferCounts(counted, 'last', counts, extra);
    if (model !== undefined) counted.extra = { model };
    return [placed(counted, time)];
  }

  function readSum(row: JsonObject, problems: Problem[]): ThreadEvent[] {
    const counts: JsonObject = {};
    for (const name in row) if (name.startsWith(SUM)) counts[name.slice(SUM.length)] = row[name];
    const { cost, ...tokens } = counts;
    const total = readUsage(tokens, problems);
    const event = (total && usage.sum(total)) ?? { type: 'context', kind: 'accumulated', data: row };
    if (cost !== undefined && cost !== null && typeof cost !== 'number') problems.push(badField(`${SUM}cost`, cost));
    if (event.type === 'token_count' && cost !== undefined && cost !== null) event.extra = { ...event.extra, cost };
    return [placed(event, lastTime)];
  }

  return { read, end: endTurn };
}

const SUM = 'accumulated_';

function configOf(config: unknown): JsonObject | undefined {
  if (isObject(config)) return { model_config: config };
  return typeof config === 'string' ? { model_config_json: config } : undefined;
}

function modelOf(config: unknown, problems: Problem[]): string | undefined {
  const read = typeof config === 'string' ? parseObject(config) : config;
  if (config !== undefined && !isObject(read)) problems.push(badField('model_config_json', config));
  const name = isObject(read) ? read.model_name : undefined;
  return typeof name === 'string' ? name : undefined;
}
