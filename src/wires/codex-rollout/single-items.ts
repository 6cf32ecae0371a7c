import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadItem, WebSearchAction } from '../../thread/item.ts';
import type { Session } from './session.ts';
import type { TextChannels } from './text-channels.ts';
import type { Turns } from './turns.ts';
import { plainPath, rest } from './values.ts';

/** Items that one record tells whole, and another may repeat: web searches, pictures, compactions. */
export interface SingleItems {
  /** `web_search_call`, `web_search_end`, `WebSearch`, the extension `web.search`. */
  webSearch(source: JsonObject, turnId?: string, extra?: JsonObject): void;
  /** `image_generation_call`, `image_generation_end`, `ImageGeneration`, the extension `image_gen.generation`. */
  image(source: JsonObject, turnId?: string, extra?: JsonObject): void;
  /** The line `compacted`, which has the summary. */
  compacted(source: JsonObject): void;
  /** `context_compacted` or `ContextCompaction`, which only say that it happened. */
  compactionMark(source: JsonObject, record?: JsonObject, turnId?: string): void;
  endTurn(): void;
}

const SEARCH = new Set(['type', 'kind', 'id', 'call_id', 'query', 'action', 'status']);
const IMAGE = new Set([
  'type',
  'kind',
  'id',
  'call_id',
  'status',
  'revised_prompt',
  'revisedPrompt',
  'result',
  'saved_path',
  'savedPath',
]);
const COMPACTED = new Set(['message']);

interface Search {
  query: string;
  action: string | undefined;
  hasId: boolean;
}

export function createSingleItems(session: Session, turns: Turns, texts: TextChannels): SingleItems {
  /** Ids that were given in this turn. */
  const given = new Set<string>();
  /** Searches of this turn that were told once: by an event, which has an id, or by a response item, which may have none. */
  let searches: Search[] = [];
  let unpaired: 'record' | 'mark' | undefined;

  function give(source: JsonObject, item: ThreadItem, turnId?: string, extra?: JsonObject): void {
    texts.activity();
    const kind = String(source.type ?? source.kind);
    if (given.has(item.id)) {
      turns.give(session.context(kind, source, item.id));
      return;
    }
    given.add(item.id);
    const event = session.itemEvent('item.completed', item);
    if (turnId !== undefined) event.turn_id = turnId;
    if (extra) event.extra = { ...event.extra, ...extra };
    turns.give(event);
  }

  function webSearch(source: JsonObject, turnId?: string, extra?: JsonObject): void {
    const action = isObject(source.action) ? readAction(source.action) : undefined;
    const query = typeof source.query === 'string' ? source.query : queryOf(action);
    const item: ThreadItem = { id: idOf(source), type: 'web_search', query };
    if (action) item.action = action;
    if (typeof source.status === 'string') item.status = source.status;
    addRest(item, rest(source, SEARCH));
    if (isRepeated({ query, action: JSON.stringify(action), hasId: hasId(source) })) {
      texts.activity();
      turns.give(session.context(String(source.type), source));
      return;
    }
    give(source, item, turnId, extra);
  }

  /** Without an id (0.130) only what was searched for tells that a response item and an event are one. */
  function isRepeated(search: Search): boolean {
    const twin = searches.findIndex(
      (other) => other.hasId !== search.hasId && (other.query === search.query || other.action === search.action),
    );
    if (twin >= 0) searches.splice(twin, 1);
    else searches.push(search);
    return twin >= 0;
  }

  function image(source: JsonObject, turnId?: string, extra?: JsonObject): void {
    const item: ThreadItem = { id: idOf(source), type: 'image', purpose: 'generation' };
    const path = source.saved_path ?? source.savedPath;
    const prompt = source.revised_prompt ?? source.revisedPrompt;
    if (typeof path === 'string') item.path = plainPath(path);
    if (typeof source.result === 'string') item.data = source.result;
    if (typeof prompt === 'string') item.prompt = prompt;
    if (typeof source.status === 'string') item.status = source.status;
    addRest(item, rest(source, IMAGE));
    give(source, item, turnId, extra);
  }

  function hasId(source: JsonObject): boolean {
    return typeof source.call_id === 'string' || typeof source.id === 'string';
  }

  function idOf(source: JsonObject): string {
    if (typeof source.call_id === 'string') return source.call_id;
    return typeof source.id === 'string' ? source.id : session.nextId();
  }

  function compacted(source: JsonObject): void {
    texts.compacted();
    texts.activity();
    if (unpaired === 'mark') {
      unpaired = undefined;
      turns.give(session.context('compacted', source));
      return;
    }
    unpaired = 'record';
    const item: ThreadItem = { id: session.nextId(), type: 'compaction' };
    if (typeof source.message === 'string' && source.message !== '') item.summary = source.message;
    addRest(item, rest(source, COMPACTED));
    turns.give(session.itemEvent('item.completed', item));
  }

  function compactionMark(source: JsonObject, record: JsonObject = source, turnId?: string): void {
    if (unpaired === 'record') {
      unpaired = undefined;
      turns.give(session.context(String(source.type), record));
      return;
    }
    unpaired = 'mark';
    const item: ThreadItem = { id: idOf(source), type: 'compaction' };
    const event = session.itemEvent('item.completed', item);
    if (turnId !== undefined) event.turn_id = turnId;
    turns.give(event);
  }

  return {
    webSearch,
    image,
    compacted,
    compactionMark,
    endTurn() {
      given.clear();
      searches = [];
      unpaired = undefined;
    },
  };
}

function addRest(item: ThreadItem, extra: JsonObject | undefined): void {
  if (extra) item.extra = extra;
}

const ACTION = new Set(['type', 'query', 'queries', 'url', 'pattern']);
/** Extensions write the kinds in camelCase. */
const ACTION_KINDS = new Map([
  ['openPage', 'open_page'],
  ['findInPage', 'find_in_page'],
]);

function readAction(source: JsonObject): WebSearchAction {
  const type = typeof source.type === 'string' ? source.type : 'other';
  const action: WebSearchAction = { type: ACTION_KINDS.get(type) ?? type };
  if (typeof source.query === 'string') action.query = source.query;
  if (Array.isArray(source.queries) && source.queries.every((query) => typeof query === 'string'))
    action.queries = source.queries;
  if (typeof source.url === 'string') action.url = source.url;
  if (typeof source.pattern === 'string') action.pattern = source.pattern;
  const extra = rest(source, ACTION);
  if (extra) action.extra = extra;
  return action;
}

/** What the live stream prints as the query of an action. */
function queryOf(action: WebSearchAction | undefined): string {
  if (!action) return '';
  if (action.type === 'find_in_page' && action.pattern !== undefined) {
    return action.url === undefined ? `'${action.pattern}'` : `'${action.pattern}' in ${action.url}`;
  }
  if (action.query) return action.query;
  const [first, ...others] = action.queries ?? [];
  if (first !== undefined) return others.length > 0 ? `${first} ...` : first;
  return action.url ?? '';
}
