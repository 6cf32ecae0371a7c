import type { Row } from '../api-types.ts';
import type { SessionGlance } from '../session-index.ts';
import { shapeOf } from './outline.ts';
import { lineOf } from './row-line.ts';

/** What a list shows of a session's rows: their shape, the last answer, and what runs now. */
export function glanceOf(rows: readonly Row[]): SessionGlance {
  const answer = rows.findLast(({ kind, parent }) => kind === 'answer' && parent === undefined);
  const running = rows.findLast(({ status }) => status === 'running');
  const lastAnswer = answer && lineOf(answer);
  const now = running && lineOf(running);
  return {
    shape: shapeOf(rows),
    ...(lastAnswer && { lastAnswer }),
    ...(now && running.time !== undefined && { now: { text: now, since: running.time } }),
  };
}
