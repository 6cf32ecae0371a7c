import type { WebSearchItem } from '../../thread/item.ts';
import { optionalId, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { type CallKind, joinExtra } from './call-reader.ts';

/** `web_search_begin` and `web_search_end`. Source: `WebSearchBeginEvent` and `WebSearchEndEvent`, from 0.27. */
const searchTable = fieldTable((wire) => ({
  call_id: optionalId(wire.call_id),
  query: text(wire.query),
}));

/** Only the end has the query, and opened pages have no end. */
export const webSearches: CallKind<WebSearchItem> = {
  read(msg, problems, take) {
    const { call_id, query, extra } = searchTable.read(msg, problems);
    const { id, begun } = take(call_id);
    return { id, type: 'web_search', query, status: '', ...joinExtra(begun?.extra, extra) };
  },
  end(item) {
    item.status = 'completed';
  },
};
