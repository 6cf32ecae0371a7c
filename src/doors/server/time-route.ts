import { sessionTime } from '../../machine/insights/time/session-time.ts';
import type { TimedStep } from '../../machine/insights/time/timed-step.ts';
import { priceOf } from '../../machine/usage/price-of.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { API_SCHEMA, type ApiTime, type Row } from './api-types.ts';
import { hideSecrets } from './hide-secrets.ts';
import { apiUsage } from './listed-head.ts';
import { isError, outlineOf } from './transcript/outline.ts';
import { callLine } from './transcript/row-line.ts';
import type { Transcript } from './transcript/transcripts.ts';

/** The answer to `/api/sessions/:key/time`: where the time, the tokens and the money of a session went. */
export function timeOf(transcript: Transcript, requests: readonly UsageRow[]): ApiTime {
  const { rows } = transcript;
  const turns = outlineOf(transcript, []).turns.map(({ turn, row, title, time }) => ({
    turn,
    row,
    title,
    time,
    line: rows[row]?.lines[0] ?? 0,
  }));
  const costed = requests.map((row) => ({ row, cost: priceOf(row, defaultPrices) }));
  const { total, ...time } = sessionTime({ steps: rows.map(stepOf), turns, requests: costed });
  return { schema: API_SCHEMA, ...time, requests: total.requests, usage: apiUsage(total) };
}

function stepOf(row: Row): TimedStep {
  const { lines, kind, role, time, ms, status, parent, child, inherited } = row;
  return {
    row: row.row,
    id: row.id,
    turn: row.turn,
    line: lines[0],
    kind,
    role,
    time,
    ms,
    status,
    failed: isError(row),
    name: hideSecrets(callLine(row)),
    parent,
    child,
    inherited,
  };
}
