import { stepSpans } from '../../../machine/insights/time/step-spans.ts';
import { API_SCHEMA, type ApiSpans, type Row } from '../api-types.ts';
import { isError } from './outline.ts';

/** The begin and end of each row, for the time ruler. Overlapping rows are in separate lanes. */
export function spansOf(rows: readonly Row[]): ApiSpans {
  const { spans, waits, end } = stepSpans(rows.map((row) => ({ ...row, failed: isError(row) })));
  return {
    schema: API_SCHEMA,
    spans: spans.map(({ row, lane, from, to, kind, failed }) => [row, lane, from, to, kind, failed ? 1 : 0]),
    waits,
    end,
  };
}
