import { type JsonObject, jsonText } from '../../../lines/json.ts';
import type { WebSearchAction, WebSearchItem } from '../../../thread/item.ts';
import * as check from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { CurrentRecord } from '../record.ts';
import { secondId } from './call.ts';
import { keepFields } from './kept-fields.ts';

/** A web search, with what identifies it if it has no id. */
export interface WebSearch {
  item: WebSearchItem;
  hasId: boolean;
  /** The action as a text. Empty if there is none. */
  action: string;
}

/** Extensions write the kinds in camelCase. */
const ACTION_KINDS = new Map([
  ['openPage', 'open_page'],
  ['findInPage', 'find_in_page'],
]);

const actionTable = fieldTable<WebSearchAction>((wire) => ({
  type: check.otherwise(check.optional(wire.type, actionKind), 'other'),
  query: check.optionalText(wire.query),
  queries: check.optionalTexts(wire.queries),
  url: check.optionalText(wire.url),
  pattern: check.optionalText(wire.pattern),
}));

function actionKind(value: NonNullable<unknown>): string | undefined {
  return typeof value === 'string' ? (ACTION_KINDS.get(value) ?? value) : undefined;
}

const searchTable = fieldTable((wire) => ({
  type: check.anything(wire.type),
  /** The second tag of an extension. */
  kind: check.anything(wire.kind),
  id: check.optionalId(wire.id),
  call_id: check.optionalId(wire.call_id),
  turn_id: check.optionalText(wire.turn_id),
  query: check.optionalText(wire.query),
  action: check.optionalNested(wire.action, actionTable),
  status: check.optionalText(wire.status),
  results: check.anything(wire.results),
}));

/** Reads `web_search_call`, `web_search_end`, `WebSearch` and the extension `web.search`. */
export function readWebSearch(source: JsonObject, record: CurrentRecord): WebSearch {
  const { id, call_id, query, action, status, results, extra } = searchTable.read(source, record.problems);
  const own = call_id ?? id;
  const item: WebSearchItem = { id: own ?? record.nextId(), type: 'web_search', query: query ?? queryOf(action) };
  const kept = keepFields(extra, { id: secondId(call_id, id) });
  withDefined(item, { action, status, results: results ?? undefined, extra: kept });
  return { item, hasId: own !== undefined, action: action ? jsonText(action) : '' };
}

/** The query that the live stream prints for an action. */
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
