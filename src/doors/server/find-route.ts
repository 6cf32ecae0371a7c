import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import type { Row } from './api-types.ts';
import type { Query } from './query.ts';
import { badRequest, RequestError } from './request-error.ts';
import { findPattern, findText } from './transcript/find-text.ts';

/** The most regular expressions that run at a time. */
const MAX_PATTERNS = 4;

/** Answers `/api/sessions/<agent>/<id>/find?q=…&mode=text|regex`. */
export function createFindRoute() {
  let patterns = 0;

  async function findByPattern(rows: readonly Row[], source: string, signal: AbortSignal): Promise<HttpAnswer> {
    if (patterns >= MAX_PATTERNS) throw new RequestError(503, 'too-many');
    patterns += 1;
    try {
      return jsonAnswer(await findPattern(rows, source, signal));
    } catch (error) {
      throw error instanceof TypeError ? badRequest() : error;
    } finally {
      patterns -= 1;
    }
  }

  return async (rowsOf: () => Promise<readonly Row[]>, query: Query, signal: AbortSignal): Promise<HttpAnswer> => {
    const wanted = query.text('q');
    if (wanted === undefined) throw badRequest();
    const rows = await rowsOf();
    if (query.one('mode', ['text', 'regex']) !== 'regex') return jsonAnswer(findText(rows, wanted));
    return findByPattern(rows, wanted, signal);
  };
}
