import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import type { Calls } from './calls.ts';
import type { Session } from './session.ts';
import type { SingleItems } from './single-items.ts';
import type { TextChannels } from './text-channels.ts';
import { callTurnItem, otherTurnItem } from './turn-items.ts';
import type { Turns } from './turns.ts';
import { plainPath, rest } from './values.ts';

const EVENT_FIELDS = new Set(['type', 'thread_id', 'turn_id', 'item']);
/** Older files have these two beside the events of their time; they do not make a file paginated. */
const IN_ANY_FILE = new Set(['Plan', 'Extension']);

/** Reads `item_completed`, by which paginated files record everything that was shown. */
export function createFinishedItems(
  session: Session,
  turns: Turns,
  texts: TextChannels,
  calls: Calls,
  single: SingleItems,
) {
  /** What the event says beside its item. A thread other than the file's is the one that a review runs in. */
  function place(payload: JsonObject): { turnId: string | undefined; extra: JsonObject | undefined } {
    let extra = rest(payload, EVENT_FIELDS);
    if (payload.thread_id !== session.threadId && payload.thread_id !== undefined)
      extra = { ...extra, thread_id: payload.thread_id };
    return { turnId: typeof payload.turn_id === 'string' ? payload.turn_id : undefined, extra };
  }

  function eventOf(item: ThreadItem, payload: JsonObject): ThreadEvent {
    const { turnId, extra } = place(payload);
    const event = session.itemEvent('item.completed', item);
    if (turnId !== undefined) event.turn_id = turnId;
    if (extra) event.extra = event.extra ? { ...event.extra, ...extra } : extra;
    return event;
  }

  function read(payload: JsonObject): void {
    const { item } = payload;
    if (!isObject(item) || typeof item.type !== 'string') {
      session.problems.push({ code: 'bad-field', message: 'item_completed holds no item' });
      turns.give(session.context('item_completed', payload));
      return;
    }
    if (!IN_ANY_FILE.has(item.type)) session.paginated = true;
    switch (item.type) {
      case 'UserMessage':
        userMessage(item, payload);
        return;
      case 'AgentMessage':
        agentMessage(item, payload);
        return;
      case 'Reasoning':
        reasoning(item, payload);
        return;
      case 'EnteredReviewMode':
        turns.enterReview(place(payload).turnId);
        turns.give(session.context(item.type, payload));
        return;
      case 'ExitedReviewMode':
        turns.give(session.context(item.type, payload));
        turns.leaveReview();
        return;
      case 'SubAgentActivity':
        turns.give(session.context(item.type, payload));
        return;
      case 'ContextCompaction':
        single.compactionMark(item, payload, place(payload).turnId);
        return;
      default:
        other(item, payload);
        return;
    }
  }

  function other(source: JsonObject, payload: JsonObject): void {
    const { turnId, extra } = place(payload);
    const kind = source.type === 'Extension' ? source.kind : source.type;
    if (kind === 'WebSearch' || kind === 'web.search') {
      single.webSearch(source, turnId, extra);
      return;
    }
    if (kind === 'ImageGeneration' || kind === 'image_gen.generation') {
      single.image(source, turnId, extra);
      return;
    }
    const item = callTurnItem(source, session) ?? otherTurnItem(source, session);
    if (item?.type === 'image') {
      imageView(item, payload);
      return;
    }
    if (item) {
      calls.finish(item, turnId, extra);
      return;
    }
    const { type, id, ...data } = source;
    const own = typeof id === 'string' ? id : session.nextId();
    turns.give(eventOf({ id: own, type: 'unknown', wire_type: String(type), data }, payload));
  }

  /** The call's output has the picture; this only says that it was looked at. */
  function imageView(item: ThreadItem, payload: JsonObject): void {
    if (calls.find(item.id)) turns.give(session.context('ImageView', payload, item.id));
    else calls.finish(item);
  }

  function userMessage(source: JsonObject, payload: JsonObject): void {
    const parts = Array.isArray(source.content) ? source.content.filter(isObject) : [];
    const written = parts.map((part) => part.text).filter((text) => typeof text === 'string');
    const item: UserMessageItem = { id: idOf(source), type: 'user_message', text: written.join('\n') };
    const images = parts.filter((part) => /image$/.test(String(part.type))).map(imageOf);
    if (images.length > 0) item.images = images.filter((image) => image !== undefined);
    const extra = rest(source, TEXT_FIELDS);
    const others = parts.filter((part) => part.type !== 'text' || !isPlainText(part));
    if (extra || others.length > 0) item.extra = others.length > 0 ? { ...extra, content: others } : extra;
    texts.event('user', item.text, eventOf(item, payload), false);
  }

  function agentMessage(source: JsonObject, payload: JsonObject): void {
    const parts = Array.isArray(source.content) ? source.content.filter(isObject) : [];
    const text = parts.map((part) => (typeof part.text === 'string' ? part.text : '')).join('');
    const item: ThreadItem = { id: idOf(source), type: 'agent_message', text };
    if (typeof source.phase === 'string') item.phase = source.phase;
    const extra = rest(source, MESSAGE_FIELDS);
    if (extra) item.extra = extra;
    texts.event('agent', text, eventOf(item, payload), false);
  }

  /** The live stream joins the parts of a summary, and leaves out one that is blank. */
  function reasoning(source: JsonObject, payload: JsonObject): void {
    const written = stringsOf(source.summary_text);
    const summary = written.join('').trim() === '' ? [] : written;
    if (summary !== written) for (const part of written) texts.expect('reasoning', part);
    const raw = stringsOf(source.raw_content);
    const extra = rest(source, REASONING_FIELDS);
    const id = idOf(source);
    if (summary.length + raw.length === 0) {
      turns.give(session.context('Reasoning', payload));
      return;
    }
    if (summary.length > 0) {
      const [only = ''] = summary;
      const item: ThreadItem = { id, type: 'reasoning', text: summary.length === 1 ? only : summary.join('\n') };
      if (extra) item.extra = extra;
      texts.event('reasoning', only, eventOf(item, payload), false);
      for (const part of summary.slice(1)) texts.expect('reasoning', part);
    }
    if (raw.length > 0) {
      const item: ThreadItem = {
        id: summary.length > 0 ? `${id}.raw` : id,
        type: 'reasoning',
        text: raw.join('\n'),
        raw: true,
      };
      texts.event('reasoning', raw[0] ?? '', eventOf(item, payload), false);
      for (const part of raw.slice(1)) texts.expect('reasoning', part);
    }
  }

  function idOf(source: JsonObject): string {
    return typeof source.id === 'string' ? source.id : session.nextId();
  }

  return { read };
}

const TEXT_FIELDS = new Set(['type', 'id', 'content']);
const MESSAGE_FIELDS = new Set(['type', 'id', 'content', 'phase']);
const REASONING_FIELDS = new Set(['type', 'id', 'summary_text', 'raw_content']);
const PLAIN_TEXT = new Set(['type', 'text', 'text_elements']);

function isPlainText(part: JsonObject): boolean {
  return rest(part, PLAIN_TEXT) === undefined && !(Array.isArray(part.text_elements) && part.text_elements.length > 0);
}

function imageOf(part: JsonObject): string | undefined {
  for (const value of [part.image_url, part.url, part.path]) if (typeof value === 'string') return plainPath(value);
  return undefined;
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
