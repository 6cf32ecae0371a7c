import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import type { Calls } from './calls.ts';
import { isPlainImage, isPlainText, textOfPart, textOfRefusal, textsOf } from './content-parts.ts';
import { folderOfContext, isAttachmentLabel, isInjectedText } from './injected-context.ts';
import { isMail, mailItem } from './mail.ts';
import type { Session } from './session.ts';
import type { SingleItems } from './single-items.ts';
import type { TextChannels } from './text-channels.ts';
import type { Turns } from './turns.ts';
import type { BookkeepingItemType, ResponseItemType } from './types.ts';
import { rest } from './values.ts';

/** Kinds that are no part of the conversation: what the model was offered, snapshots, controls of a request. */
const BOOKKEEPING: ReadonlySet<string> = new Set<BookkeepingItemType>([
  'ghost_snapshot',
  'additional_tools',
  'compaction',
  'compaction_summary',
  'context_compaction',
  'compaction_trigger',
  'configuration_update',
  'other',
]);

const CONVERSATION: ReadonlySet<string> = new Set<Exclude<ResponseItemType, BookkeepingItemType>>([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'tool_search_call',
  'tool_search_output',
  'web_search_call',
  'image_generation_call',
  'agent_message',
]);

/** All kinds of ResponseItem (formats/codex.md, section 3.4). */
export function isResponseItemType(type: unknown): type is string {
  return typeof type === 'string' && (CONVERSATION.has(type) || BOOKKEEPING.has(type));
}

/** Reads the items of the model's responses, and what the model was given. */
export function createResponseItems(
  session: Session,
  turns: Turns,
  texts: TextChannels,
  calls: Calls,
  single: SingleItems,
) {
  function read(payload: JsonObject): void {
    const { type } = payload;
    switch (type) {
      case 'message':
        message(payload);
        return;
      case 'reasoning':
        reasoning(payload);
        return;
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call':
      case 'tool_search_call':
        calls.call(payload);
        return;
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'tool_search_output':
        calls.output(payload);
        return;
      case 'web_search_call':
        single.webSearch(payload);
        return;
      case 'image_generation_call':
        single.image(payload);
        return;
      case 'agent_message':
        mail(payload);
        return;
    }
    if (typeof type !== 'string') {
      unknown(payload, '');
      return;
    }
    if (BOOKKEEPING.has(type)) {
      turns.give(session.context(type, payload));
      return;
    }
    unknown(payload, type);
  }

  function message(payload: JsonObject): void {
    const parts = contentParts(payload);
    if (payload.role === 'assistant') {
      assistant(payload, parts);
      return;
    }
    const role = typeof payload.role === 'string' ? payload.role : '';
    const item = userItem(payload, parts, role);
    if (item.text === '' && item.images && calls.isPictureNext()) item.injected = true;
    if (item.injected) {
      injected(item);
      return;
    }
    if (session.bare) {
      turns.userText();
      turns.give(session.itemEvent('item.completed', item));
      return;
    }
    texts.response('user', [item.text], session.context('message', payload), () => [
      session.itemEvent('item.completed', item),
    ]);
  }

  function injected(item: UserMessageItem): void {
    if (session.cwd === undefined) session.cwd = folderOfContext(item.text);
    turns.give(session.itemEvent('item.completed', item));
  }

  function userItem(payload: JsonObject, parts: readonly JsonObject[], role: string): UserMessageItem {
    const [only] = parts;
    const isSingle = parts.length === 1 && only !== undefined && isPlainText(only);
    const written = isSingle ? [only.text as string] : parts.map(textOfPart).filter((text) => text !== undefined);
    const isInjected = role !== 'user' || !isTyped(payload, written);
    const item: UserMessageItem = { id: idOf(payload), type: 'user_message', text: '' };
    if (isSingle) item.text = only.text as string;
    else item.text = (isInjected ? written : written.filter((text) => !isAttachmentLabel(text))).join('\n');
    if (isInjected) item.injected = true;
    if (role !== 'user') item.role = role;
    const extra = rest(payload, MESSAGE_FIELDS);
    if (extra) item.extra = extra;
    if (!isSingle) addOtherParts(item, parts);
    return item;
  }

  function addOtherParts(item: UserMessageItem, parts: readonly JsonObject[]): void {
    const images = parts.map((part) => part.image_url).filter((url) => typeof url === 'string');
    if (images.length > 0) item.images = images;
    const others = parts.filter((part) => !isPlainText(part) && !isPlainImage(part));
    if (others.length > 0) item.extra = { ...item.extra, content: others };
  }

  function assistant(payload: JsonObject, parts: readonly JsonObject[]): void {
    const written = parts.map((part) => textOfPart(part) ?? textOfRefusal(part)).filter((text) => text !== undefined);
    const [only] = written;
    if (written.length === 1 && only !== undefined && isMail(only)) {
      oldMail(payload, only);
      return;
    }
    giveTexts('agent', 'message', payload, written, (text, index) => {
      const item: ThreadItem = { id: partId(payload, index, written.length), type: 'agent_message', text };
      if (typeof payload.phase === 'string') item.phase = payload.phase;
      const extra = index === 0 ? rest(payload, parts.every(isPlainText) ? MESSAGE_FIELDS : FIELDS_OF_RICH) : undefined;
      if (extra) item.extra = extra;
      return item;
    });
  }

  function reasoning(payload: JsonObject): void {
    const summary = summaryOf(payload);
    const raw = textsOf(payload.content);
    const count = summary.length + raw.length;
    giveTexts('reasoning', 'reasoning', payload, raw.length === 0 ? summary : [...summary, ...raw], (text, index) => {
      const item: ThreadItem = { id: partId(payload, index, count), type: 'reasoning', text };
      if (index >= summary.length) item.raw = true;
      const extra = index === 0 ? rest(payload, REASONING_FIELDS) : undefined;
      if (extra) item.extra = extra;
      return item;
    });
  }

  /** The parts of a summary, or all of it where the live stream joins them and leaves out what is blank. */
  function summaryOf(payload: JsonObject): string[] {
    const parts = textsOf(payload.summary);
    if (!session.printsItems || session.paginated || parts.length === 0) return parts;
    const text = parts.join('\n');
    texts.join('reasoning', parts, text);
    return text.trim() === '' ? [] : [text];
  }

  function giveTexts(
    kind: 'agent' | 'reasoning',
    wireType: ResponseItemType,
    payload: JsonObject,
    parts: readonly string[],
    makeItem: (text: string, index: number) => ThreadItem,
  ): void {
    const makeItems = () => parts.map((part, index) => session.itemEvent('item.completed', makeItem(part, index)));
    if (!session.bare) {
      texts.response(kind, parts, session.context(wireType, payload), makeItems);
      return;
    }
    if (parts.length === 0) {
      turns.give(session.context(wireType, payload));
      return;
    }
    for (const event of makeItems()) turns.give(event);
  }

  /** Mail of another agent. It is not the assistant's reply; it stands where a prompt would. */
  function mail(payload: JsonObject): void {
    const text = contentParts(payload)
      .map(textOfPart)
      .filter((part) => part !== undefined)
      .join('\n');
    turns.give(session.itemEvent('item.completed', mailItem(idOf(payload), text, rest(payload, MAIL_FIELDS))));
  }

  /** Before mail had a kind of its own, it was a JSON text of the role `assistant`. */
  function oldMail(payload: JsonObject, text: string): void {
    turns.give(session.itemEvent('item.completed', mailItem(idOf(payload), text, rest(payload, MESSAGE_FIELDS))));
  }

  function unknown(payload: JsonObject, wireType: string): void {
    const { type: _type, ...data } = payload;
    const item: ThreadItem = { id: idOf(payload), type: 'unknown', wire_type: wireType, data };
    turns.give(session.itemEvent('item.completed', item));
  }

  function contentParts(payload: JsonObject): JsonObject[] {
    const { content } = payload;
    if (typeof content === 'string') return [{ type: 'input_text', text: content }];
    if (Array.isArray(content) && content.every(isObject)) return content;
    session.problems.push({ code: 'bad-field', message: 'content has the wrong type' });
    return [{ type: 'other', value: content }];
  }

  function idOf(payload: JsonObject): string {
    return typeof payload.id === 'string' ? payload.id : session.nextId();
  }

  /** Each part is an item of its own; the first of several keeps the id. */
  function partId(payload: JsonObject, index: number, count: number): string {
    const id = idOf(payload);
    return count > 1 && typeof payload.id === 'string' && index > 0 ? `${id}.${index}` : id;
  }

  return { read };
}

const MESSAGE_FIELDS = new Set(['type', 'id', 'role', 'content', 'phase']);
/** Parts that are more than text are kept whole. */
const FIELDS_OF_RICH = new Set(['type', 'id', 'role', 'phase']);
const REASONING_FIELDS = new Set(['type', 'id', 'summary', 'content']);
const MAIL_FIELDS = new Set(['type', 'id']);

/** Newer files say of each part what it is; `user.…` was typed. In older ones the text must tell. */
function isTyped(payload: JsonObject, written: readonly string[]): boolean {
  const passthrough = payload.internal_chat_message_metadata_passthrough;
  const kinds = isObject(passthrough) ? passthrough.content_item_kinds : undefined;
  if (Array.isArray(kinds) && kinds.length > 0 && kinds.some((kind) => kind !== 'unknown')) {
    return kinds.some((kind) => typeof kind === 'string' && kind.startsWith('user.'));
  }
  return !written.some(isInjectedText);
}
