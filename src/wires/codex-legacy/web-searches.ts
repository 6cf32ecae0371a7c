import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { fieldTable, text } from '../fields.ts';
import { type CallSource, callId, type OpenCalls } from './open-calls.ts';

/** `web_search_begin` and `web_search_end`. Source: `WebSearchBeginEvent` and `WebSearchEndEvent`; from 0.27. */
const searchTable = fieldTable({ id: callId, query: { read: text } });

/** Only the end says what was searched for, and pages that are opened have no end. */
export function createWebSearchReader(calls: OpenCalls) {
  function source(fields: JsonObject, line: number, problems: Problem[]): CallSource {
    return { type: 'web_search', table: searchTable, fields, line, problems };
  }

  return {
    begin: (fields: JsonObject, line: number, problems: Problem[]): ThreadEvent =>
      calls.begin(source(fields, line, problems), (item) => {
        item.query ??= '';
        item.status = 'in_progress';
      }),
    end: (fields: JsonObject, line: number, problems: Problem[]): ThreadEvent =>
      calls.end(source(fields, line, problems), (item) => {
        item.query ??= '';
        item.status = 'completed';
      }),
  };
}
