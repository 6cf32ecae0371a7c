import { type HttpAnswer, jsonAnswer } from '../../../machine/http/http-answer.ts';
import type { AuditLog } from '../../../machine/live/audit-log.ts';
import { API_SCHEMA } from '../api-types.ts';
import { notFound } from '../request-error.ts';
import type { ApiRoute, WriteRoute } from '../site.ts';
import { answerQuestion } from './answer-question.ts';
import { readAnswer, readInput, readStart, readStop } from './read-body.ts';
import { type Runs, refusalOf } from './runs.ts';

/** `GET /api/runs`, `/api/runs/start` and `/api/runs/:id`. */
export function createRunReads(runs: Runs): ApiRoute {
  return async (place) => {
    const [id, ...rest] = place;
    if (rest.length > 0) throw notFound();
    if (id === undefined) return jsonAnswer(runs.list());
    return jsonAnswer(id === 'start' ? runs.choices() : runs.rowsOf(id));
  };
}

/** `POST /api/runs` and `/api/runs/:id/answer`, `/input`, `/stop`. The guard of writing stands before it. */
export function createRunWrites(runs: Runs, audit: AuditLog): WriteRoute {
  return async (place, body) => {
    try {
      return await write(runs, audit, place, body);
    } catch (error) {
      throw refusalOf(error);
    }
  };
}

async function write(
  runs: Runs,
  audit: AuditLog,
  [id, what, ...rest]: readonly string[],
  body: Readonly<Record<string, unknown>>,
): Promise<HttpAnswer> {
  if (id === undefined) return jsonAnswer(await runs.start(readStart(body)), 201);
  if (what === undefined || rest.length > 0) throw notFound();
  const run = runs.find(id);
  switch (what) {
    case 'answer':
      await answerQuestion(run, readAnswer(body), audit);
      return jsonAnswer({ schema: API_SCHEMA });
    case 'input':
      return jsonAnswer({ schema: API_SCHEMA, delivered: await runs.input(id, readInput(body)) });
    case 'stop':
      return jsonAnswer(await runs.stop(id, readStop(body)));
    default:
      throw notFound();
  }
}
