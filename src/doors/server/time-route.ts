import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
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

/** A longer session is not folded again at once. */
const LONG_ROWS = 5000;
const LONG_MS = 5000;

/** Answers `/api/sessions/:key/time`. All tabs ask for the same after each line, so it is made once. */
export function createTimeAnswers() {
  const made = new WeakMap<
    Transcript,
    { state: string; requests: readonly UsageRow[]; at: number; answer: HttpAnswer }
  >();
  return (transcript: Transcript, requests: readonly UsageRow[]): HttpAnswer => {
    const { lastLine, rows, reading } = transcript;
    const state = `${lastLine}.${rows.length}.${reading}`;
    const last = made.get(transcript);
    const isSame = last?.state === state && last.requests === requests;
    const isRecent =
      rows.length > LONG_ROWS && last?.state.endsWith(`.${reading}`) && performance.now() - last.at < LONG_MS;
    if (last && (isSame || isRecent)) return last.answer;
    const answer = timeAnswer(transcript, requests);
    made.set(transcript, { state, requests, at: performance.now(), answer });
    return answer;
  };
}

/** Where the time, the tokens and the money of a session went. */
function timeAnswer(transcript: Transcript, requests: readonly UsageRow[]): HttpAnswer {
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
  const answer = jsonAnswer({
    schema: API_SCHEMA,
    ...time,
    requests: total.requests,
    usage: apiUsage(total),
  } satisfies ApiTime);
  // Bytes, because they are sent to each tab.
  return { ...answer, body: Buffer.from(answer.body) };
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
