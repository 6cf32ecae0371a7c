import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { WebSearchItem } from '../../thread/item.ts';
import { optionalId, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { createOpenCalls, joinExtra } from './open-calls.ts';

/** `web_search_begin` and `web_search_end`. Source: `WebSearchBeginEvent` and `WebSearchEndEvent`, from 0.27. */
const searchTable = fieldTable((wire) => ({
  call_id: optionalId(wire.call_id),
  query: text(wire.query),
}));

/** Only the end has the query, and opened pages have no end. */
export function createWebSearchReader() {
  const calls = createOpenCalls<WebSearchItem>();

  function read(msg: JsonObject, line: number, problems: Problem[], status: string): WebSearchItem {
    const { call_id: id = `L${line}.0`, query, extra } = searchTable.read(msg, problems);
    return { id, type: 'web_search', query, status, ...joinExtra(calls.take(id)?.extra, extra) };
  }

  return {
    begin: (msg: JsonObject, line: number, problems: Problem[]): ThreadEvent =>
      calls.begin(read(msg, line, problems, 'in_progress')),
    end: (msg: JsonObject, line: number, problems: Problem[]): ThreadEvent => ({
      type: 'item.completed',
      item: read(msg, line, problems, 'completed'),
    }),
    forgetAll: calls.forgetAll,
  };
}
