import { isObject } from '../../../core/lines/json.ts';
import { badRequest } from '../request-error.ts';
import type { RunAnswerBody, RunInputBody, RunLimits, RunStartBody, RunStopBody } from '../run-types.ts';

type Body = Readonly<Record<string, unknown>>;

/** Every name and every type is checked: a member that is not known may have been meant to make an agent ask less. */
export function readStart(body: Body): RunStartBody {
  only(body, ['agent', 'prompt', 'cwd', 'model', 'mode', 'limits', 'resume', 'page']);
  const { mode } = body;
  if (mode !== undefined && mode !== 'ask' && mode !== 'edits' && mode !== 'plan') throw badRequest();
  const model = optional(body, 'model');
  const resume = optional(body, 'resume');
  // A name that begins with a hyphen would be an option of the agent's program.
  if (model !== undefined && !/^[\w][\w.:/@+[\] -]{0,199}$/.test(model)) throw badRequest();
  return {
    agent: text(body, 'agent'),
    prompt: text(body, 'prompt'),
    cwd: text(body, 'cwd'),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    ...(resume !== undefined && { resume }),
    ...(body.limits !== undefined && { limits: readLimits(body.limits) }),
    ...pageOf(body),
  };
}

export function readAnswer(body: Body): RunAnswerBody {
  only(body, ['question', 'shown', 'decision', 'edited', 'say', 'answers', 'page']);
  const { decision, answers } = body;
  if (decision !== 'once' && decision !== 'run' && decision !== 'decline') throw badRequest();
  const edited = optional(body, 'edited');
  const say = optional(body, 'say');
  // What was changed is for this call alone, and what is declined is not changed.
  if (edited !== undefined && decision !== 'once') throw badRequest();
  if (say !== undefined && decision !== 'decline') throw badRequest();
  return {
    question: text(body, 'question'),
    shown: text(body, 'shown'),
    decision,
    ...(edited !== undefined && { edited }),
    ...(say !== undefined && { say }),
    ...(answers !== undefined && { answers: readAnswers(answers) }),
    ...pageOf(body),
  };
}

export function readInput(body: Body): RunInputBody {
  only(body, ['text', 'when', 'page']);
  const { when = 'now' } = body;
  if (when !== 'now' && when !== 'after') throw badRequest();
  return { text: text(body, 'text'), when, ...pageOf(body) };
}

export function readStop(body: Body): RunStopBody {
  only(body, ['end', 'page']);
  const { end = false } = body;
  if (typeof end !== 'boolean') throw badRequest();
  return { end, ...pageOf(body) };
}

function readLimits(limits: unknown): RunLimits {
  if (!isObject(limits)) throw badRequest();
  only(limits, ['usd', 'tokens', 'ms']);
  const read: RunLimits = {};
  for (const name of ['usd', 'tokens', 'ms'] as const) {
    const limit = limits[name];
    if (limit === undefined) continue;
    if (typeof limit !== 'number' || !Number.isFinite(limit) || limit <= 0) throw badRequest();
    // A timer of more than this would fire at once.
    read[name] = name === 'ms' ? Math.min(limit, 0x7fffffff) : limit;
  }
  return read;
}

function readAnswers(answers: unknown): Record<string, string[]> {
  if (!isObject(answers)) throw badRequest();
  return Object.fromEntries(
    Object.entries(answers).map(([id, texts]) => {
      if (!Array.isArray(texts) || !texts.every((one) => typeof one === 'string')) throw badRequest();
      return [id, texts];
    }),
  );
}

function only(body: Body, names: readonly string[]): void {
  if (Object.keys(body).some((name) => !names.includes(name))) throw badRequest();
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value.trim() === '') throw badRequest();
  return value;
}

function optional(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw badRequest();
  return value;
}

/** The tab that it came from, for the audit log. */
function pageOf(body: Body): { page?: string } {
  const page = optional(body, 'page');
  if (page !== undefined && !/^[\w/.:-]{1,300}$/.test(page)) throw badRequest();
  return page === undefined ? {} : { page };
}
