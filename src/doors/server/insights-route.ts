import { type StoredInsightsOptions, storedInsights } from '../../archive/model/stored-insights.ts';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import { readInsights } from '../../machine/insights/read-insights.ts';
import { readOutcome } from '../../machine/outcome/read-outcome.ts';
import { createWorkedSessions } from '../../machine/outcome/worked-session.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { createCalendar } from '../../machine/usage/calendar.ts';
import { findUsageFiles } from '../../machine/usage/find-usage-files.ts';
import { API_SCHEMA, type ApiInsights } from './api-types.ts';
import { hideSecrets } from './hide-secrets.ts';
import { sinceOf } from './list-routes.ts';
import { badRequest, notFound, RequestError } from './request-error.ts';
import type { ApiRoute } from './site.ts';
import type { UsageFigures } from './usage-figures.ts';

export interface InsightsRouteOptions {
  homes: HomeOptions;
  /** Undefined where the sessions are not of this machine: their files cannot be read, and the store is asked. */
  figures: Pick<UsageFigures, 'rows'> | undefined;
  store(): ThreadStore | undefined;
  /** Keeps no answer: what a person may read is asked of the store each time, which notes who read it. */
  isAskedAnew?: boolean | undefined;
  now?: (() => number) | undefined;
}

/** All sessions are read for an answer, so it is kept for a while. */
const FRESH_MS = 60_000;
const USUAL_DAYS = '30d';
/** The page draws the worst of them. */
const MOST_KEPT = 8;

/** Answers `/api/insights?since=30d&agent=&project=`: what `threadline insights --json` says, without secrets. */
export function createInsightsRoute(options: InsightsRouteOptions): ApiRoute {
  const { homes, figures, store, isAskedAnew, now = Date.now } = options;
  const answers = new Map<string, { at: number; insights: Promise<ApiInsights> }>();
  /** One at a time: each reads every file. */
  let last: Promise<unknown> = Promise.resolve();

  async function read(since: string | undefined, zone: string | undefined, filter: Filter): Promise<ApiInsights> {
    const from = since === undefined ? undefined : createCalendar(zone).day(sinceOf(since, now()) ?? 0);
    const period = { since: from, zone };
    if (!figures) return readStored({ ...filter, ...period });
    const rows = await figures.rows();
    const files = findUsageFiles({ ...homes, agent: filter.agent, onProblem: () => {} });
    const worked = createWorkedSessions();
    const told = await readInsights({ ...filter, ...period, agents: homes.agents, files, rows, onStory: worked.add });
    const found = { ...told, ...(await readOutcome(worked.sessions(), homes)) };
    return { schema: API_SCHEMA, ...hideSecrets(found) };
  }

  /** Repositories are on the machines that the sessions are of: nothing is said of commits. */
  async function readStored(wanted: StoredInsightsOptions): Promise<ApiInsights> {
    const kept = store();
    if (!kept) throw new RequestError(409, 'not-here');
    const { insights } = await storedInsights(kept, wanted);
    return { schema: API_SCHEMA, ...hideSecrets({ ...insights, ...(await readOutcome([], homes)) }), stored: true };
  }

  return async (place, query) => {
    if (place.length > 0) throw notFound();
    const since = query.text('since') ?? USUAL_DAYS;
    const zone = query.text('zone');
    const filter = { agent: query.text('agent'), project: query.text('project') };
    if (since !== 'all' && !/^\d{1,4}d$/.test(since)) throw badRequest();
    const key = JSON.stringify([since, zone, filter]);
    const known = answers.get(key);
    if (known && now() - known.at < FRESH_MS) return jsonAnswer(await known.insights);
    const insights = last.then(() => read(since === 'all' ? undefined : since, zone, filter));
    last = insights.catch(() => {});
    answers.set(key, { at: now(), insights });
    insights.then(
      () => isAskedAnew && answers.delete(key),
      () => answers.delete(key),
    );
    for (const [oldest] of answers) if (answers.size > MOST_KEPT) answers.delete(oldest);
    try {
      return jsonAnswer(await insights);
    } catch (error) {
      // An invalid zone.
      throw error instanceof RangeError || error instanceof TypeError ? badRequest() : error;
    }
  };
}

interface Filter {
  agent: string | undefined;
  project: string | undefined;
}
