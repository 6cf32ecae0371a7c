import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadError, ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { addInferred, inferredIds } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { addUsage, createRunningUsage } from '../../thread/running-usage.ts';
import { createGooseConversation, joined, type Said, userItem } from '../goose/conversation.ts';
import { type GooseMessage, isOwnText, readMessage } from '../goose/message.ts';
import { readUsage } from '../goose/usage.ts';
import { inferCounts, inferEvent } from '../inferred.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { type BannerLine, readBanner, readPlainError } from './banner.ts';
import { errorLineTable, messageLineTable, notificationTable } from './lines.ts';

/** How goose begins the text in which it tells that a request failed. The process still ends with 0. */
const FAILURE = /^(?:Ran into this error|Network error): /;
const INTERRUPTED = 'Headless run interrupted';

/** Reads `goose run --output-format stream-json`, and the one object of `--output-format json`. */
export function createGooseStreamReader({ priorUsage }: WireOptions): WireReader {
  const conversation = createGooseConversation();
  let running = createRunningUsage(priorUsage);
  let opening: BannerLine['opening'];
  let threadId: string | undefined;
  let isThreadKnown = false;
  let turnId: string | undefined;
  let turns = 0;
  /** The text in progress. Its pieces are messages with the same id, and nothing marks its end. */
  let said: (Said & { messageId: string | undefined; line: number }) | undefined;
  /** The reason why the turn will have failed, although a `complete` follows. */
  let failure: ThreadError | undefined;

  function placed<Event extends ThreadEvent>(event: Event, line: number, time?: string): Event {
    event.line = line;
    if (time !== undefined) event.timestamp = time;
    const isThreadSaid = threadId === undefined || event.thread_id !== undefined;
    const ids = inferredIds(isThreadSaid, turnId === undefined);
    if (ids) addInferred(event, ids);
    if (threadId !== undefined && event.thread_id === undefined) event.thread_id = threadId;
    if (turnId !== undefined) event.turn_id = turnId;
    return event;
  }

  function startThread(line: number, started: Partial<ThreadStartedEvent> = {}): ThreadEvent[] {
    if (isThreadKnown) return [];
    isThreadKnown = true;
    const event: ThreadStartedEvent = { type: 'thread.started', thread_id: '', agent: 'goose', ...started };
    if (event.thread_id !== '') threadId = event.thread_id;
    inferEvent(event, {});
    return [placed(event, line)];
  }

  /** The prompt is not printed. A turn begins with whatever comes first. */
  function startTurn(line: number, { metadata, time }: Partial<GooseMessage> = {}): ThreadEvent[] {
    const started = startThread(line);
    if (turnId !== undefined) return started;
    turns += 1;
    turnId = `synthetic-turn-${turns}`;
    failure = undefined;
    const event: ThreadEvent = { type: 'turn.started', inferred: true };
    const model = metadata?.inference?.requestedModel;
    if (model !== undefined) event.model = model;
    return [...started, placed(event, line, time)];
  }

  function endSaid(line: number, time?: string): ThreadEvent[] {
    if (!said) return [];
    const { id, type, text, extra, messageId } = said;
    said = undefined;
    const item: ThreadItem = { id, type, text };
    if (extra) item.extra = extra;
    if (messageId === undefined || id !== messageId) addInferred(item, ['id']);
    // No record has the whole text. It was inferred from what follows.
    const event: ThreadEvent = { type: 'item.completed', item, inferred: true };
    if (messageId !== undefined) event.request_id = messageId;
    return [placed(event, line, time)];
  }

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    switch (record.type) {
      case 'message':
        return readMessageLine(record, line, problems);
      case 'complete':
        return [...startTurn(line), ...endSaid(line), readComplete(record, line, problems)];
      case 'error':
        return [...startTurn(line), ...endSaid(line), readError(record, line, problems)];
      case 'notification':
        return [...startTurn(line), readNotification(record, line, problems)];
      default: {
        const { type, ...data } = record;
        const wire_type = typeof type === 'string' ? type : '';
        return [...endSaid(line), placed({ type: 'unknown', wire_type, data }, line)];
      }
    }
  }

  function readMessageLine(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { message: source, extra } = messageLineTable.read(record, problems);
    const message = readMessage(source, problems);
    message.extra = joined(message.extra, extra);
    const events = startTurn(line, message);
    const before = events.length;
    if (message.role === 'assistant') readAnswer(message, line, problems, events);
    else readOther(message, line, problems, events);
    if (events.length === before) {
      events.push(placed({ type: 'context', kind: 'message', data: { ...source } }, line, message.time));
    }
    const first = events[before];
    if (first && message.extra) first.extra = joined(first.extra, message.extra) ?? {};
    return events;
  }

  /** The blocks of an answer. Texts and thoughts are pieces. */
  function readAnswer(message: GooseMessage, line: number, problems: Problem[], events: ThreadEvent[]): void {
    const { id, time, content } = message;
    const isOwn = isOwnText(message);
    conversation.setRequest(isOwn ? undefined : id);
    for (const [index, block] of content.entries()) {
      const piece = conversation.readSaid(block, problems);
      if (!piece || (isOwn && FAILURE.test(piece.text))) {
        events.push(...endSaid(line, time));
        if (piece) events.push(placed(failed({ type: 'error', message: piece.text }), line, time));
        else
          for (const event of conversation.readBlock(block, message, `L${line}.${index}`, problems)) {
            events.push(placed(failed(event), line, time));
          }
        continue;
      }
      if (said && (said.type !== piece.type || said.messageId !== id)) events.push(...endSaid(line, time));
      said ??= { id: conversation.saidId(id, piece.type, line), type: piece.type, text: '', messageId: id, line };
      said.text += piece.text;
      said.extra = joined(said.extra, piece.extra);
      const delta: ThreadEvent = {
        type: 'item.delta',
        item_id: said.id,
        item_type: said.type,
        delta: { text_delta: piece.text },
      };
      if (id !== undefined && !isOwn) delta.request_id = id;
      if (id === undefined || said.id !== id) addInferred(delta, ['item_id']);
      events.push(placed(delta, line, time));
    }
  }

  /** Results of tools; or a prompt, which only the whole output has. */
  function readOther(message: GooseMessage, line: number, problems: Problem[], events: ThreadEvent[]): void {
    events.push(...endSaid(line, message.time));
    const item = userItem(message, line, problems);
    if (item) {
      message.extra = undefined;
      if (message.metadata.userVisible === false || message.role !== 'user') item.injected = true;
      events.push(placed({ type: 'item.completed', item }, line, message.time));
    }
    for (const [index, block] of message.content.entries()) {
      if (item && isPartOfPrompt(block)) continue;
      for (const event of conversation.readBlock(block, message, `L${line}.${index}`, problems)) {
        events.push(placed(event, line, message.time));
      }
    }
  }

  function failed(event: ThreadEvent): ThreadEvent {
    if (event.type === 'error') {
      failure = { message: event.message };
      if (event.code !== undefined) failure.code = event.code;
    }
    return event;
  }

  /** The counts are the session's, with those of its sub-agents from 1.50 on. */
  function readComplete(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { type: _type, status, ...counts } = record;
    const usage = readUsage(counts, problems);
    const event = endOfRun();
    if (event.type === 'turn.aborted') {
      // Nothing of an interrupted turn is counted: these are the sums of the session before.
      event.extra = { ...counts };
      return ended(event, line);
    }
    if (usage) {
      event.usage = usage;
      const used = running.next(usage);
      if (used) event.turn_usage = used;
      inferCounts(event, 'usage', usage, counts);
    }
    if (status !== undefined && status !== 'completed') event.extra = { status };
    return ended(event, line);
  }

  /** Up to 1.50 a run that was interrupted ends as any other, but for a call that nobody answered. */
  function endOfRun(): Extract<ThreadEvent, { type: 'turn.completed' | 'turn.failed' | 'turn.aborted' }> {
    const isBroken = conversation.leaveOpenCalls();
    if (failure) return { type: 'turn.failed', error: failure };
    return isBroken ? { type: 'turn.aborted', reason: 'interrupted' } : { type: 'turn.completed' };
  }

  function readError(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { error: message, extra } = errorLineTable.read(record, problems);
    const event: ThreadEvent =
      message === INTERRUPTED
        ? { type: 'turn.aborted', reason: 'interrupted' }
        : { type: 'turn.failed', error: { ...failure, message } };
    if (event.type === 'turn.aborted') event.extra = { error: message };
    if (extra) event.extra = { ...event.extra, ...extra };
    return ended(event, line);
  }

  function ended(event: ThreadEvent, line: number): ThreadEvent {
    const end = placed(event, line);
    turnId = undefined;
    return end;
  }

  function readNotification(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { extension_id, log, extra } = notificationTable.read(record, problems);
    const event: ThreadEvent = { type: 'context', kind: 'notification', data: { ...record } };
    delete event.data.type;
    const { message, extra: more } = log ?? {};
    withDefined(event, { item_id: extension_id, text: message, extra: joined(extra, more) });
    return placed(event, line);
  }

  function readText(text: string, line: number): ThreadEvent[] | undefined {
    const reason = readPlainError(text);
    if (reason !== undefined) {
      const begun = startTurn(line);
      return [...begun, ended({ type: 'turn.failed', error: { message: reason } }, line)];
    }
    const banner = readBanner(text);
    if (!banner) return undefined;
    const context: ThreadEvent = { type: 'context', kind: 'banner', data: { text } };
    if (banner.opening) {
      opening = banner.opening;
      [threadId, isThreadKnown, turnId] = [undefined, false, undefined];
      running = createRunningUsage(priorUsage ?? (opening.resumed ? undefined : addUsage()));
    }
    if (!banner.session) return [placed(context, line)];
    const { id, cwd } = banner.session;
    const started: Partial<ThreadStartedEvent> = { thread_id: id };
    const { resumed, provider, model } = opening ?? {};
    withDefined(started, { cwd, model, model_provider: provider, resumed: resumed || undefined });
    return startThread(line, started);
  }

  return { read, readText, end: () => endSaid(said?.line ?? 0) };
}

function isPartOfPrompt(block: unknown): boolean {
  const { type } = Object(block) as { type?: unknown };
  return type === 'text' || type === 'image';
}
