import { ThreadlineError } from '../../errors.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import { createCalendar } from '../../machine/usage/calendar.ts';
import { priceOf } from '../../machine/usage/price-of.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { createUsageFilter } from '../../machine/usage/usage-filter.ts';
import { createUsageKey, requestGroupings } from '../../machine/usage/usage-key.ts';
import type { UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import { createSummedReport } from '../../machine/usage/usage-report.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { agentsAtWork } from './agents-at-work.ts';
import { API_SCHEMA, type ApiUsageExplain, type ApiUsageReport } from './api-types.ts';
import { workWords } from './by-work.ts';
import { sinceOf } from './list-routes.ts';
import { apiUsage, indexKey } from './listed-head.ts';
import { badRequest, notFound, RequestError } from './request-error.ts';
import type { SessionIndex } from './session-index.ts';
import type { ApiRoute } from './site.ts';
import { sumUp, type UsageFigures } from './usage-figures.ts';

const MAX_EXPLAINED = 500;

/** Answers `/api/usage?by=…` and `/api/usage/explain?by=…&key=…`. */
export function createUsageRoute(
  figures: Pick<UsageFigures, 'quarters' | 'rows'>,
  index: SessionIndex,
  now: () => number = Date.now,
): ApiRoute {
  return async (place, query) => {
    const [what, ...rest] = place;
    if (rest.length > 0 || (what !== undefined && what !== 'explain')) throw notFound();
    const by = query.one('by', requestGroupings) ?? 'day';
    const options = {
      by,
      zone: query.text('zone'),
      since: dayOf(query.text('since')),
      until: query.text('until'),
      agent: query.text('agent'),
      project: query.text('project'),
    };
    /** `30d` is the day that many days ago, in the reader's zone. */
    function dayOf(since: string | undefined): string | undefined {
      if (since === 'all') return undefined;
      const isDay = since === undefined || since.includes('-');
      return isDay ? since : createCalendar(query.text('zone')).day(sinceOf(since, now()) ?? 0);
    }

    const model = query.text('model');
    const modelOf = createUsageKey('model', createCalendar(undefined));
    const ofModel = <Row extends UsageRow>(all: readonly Row[]) =>
      model === undefined ? all : all.filter((row) => modelOf(row) === model);
    const work = Object.fromEntries(
      workWords.flatMap((word) => {
        const name = query.text(word);
        return name === undefined ? [] : [[word, name]];
      }),
    );
    const whose = Object.keys(work).length === 0 ? undefined : work;
    const sessionsOf = new Map<string, string>();
    try {
      const isWanted = createUsageFilter(options, createCalendar(options.zone));
      if (what === 'explain') return jsonAnswer(explain(ofModel(await figures.rows(whose)).filter(isWanted)));
      // A time would cut the sum of a quarter of an hour.
      const hasTimes = [options.since, options.until].some((bound) => bound?.includes('T'));
      const quarters = hasTimes ? sumUp((await figures.rows(whose)).filter(isWanted)) : await figures.quarters(whose);
      if (hasTimes) Object.assign(options, { since: undefined, until: undefined });
      return jsonAnswer(report(ofModel(quarters)));
    } catch (error) {
      if (error instanceof ThreadlineError && error.code === 'unsupported') throw new RequestError(409, 'not-here');
      // An invalid zone or day.
      throw error instanceof TypeError || error instanceof RangeError ? badRequest() : error;
    }

    function report(quarters: readonly UsageQuarter[]): ApiUsageReport {
      const builder = createSummedReport(options);
      for (const { agent, threadId } of by === 'session' ? quarters : [])
        sessionsOf.set(threadId, indexKey(agent, threadId));
      for (const quarter of quarters) builder.addQuarter(quarter);
      const { zone, prices, rows: groups, total } = builder.report();
      const isWanted = createUsageFilter(options, createCalendar(options.zone));
      return {
        schema: API_SCHEMA,
        by,
        zone,
        prices,
        rows: groups.map((group) => ({
          ...apiUsage(group),
          key: group.key,
          sessions: group.sessions,
          requests: group.requests,
          ...(by === 'session' && named(group.key)),
        })),
        total: { ...apiUsage(total), sessions: total.sessions, requests: total.requests },
        work: agentsAtWork(quarters.filter(isWanted), isSubAgent),
      };
    }

    function isSubAgent({ agent, threadId }: UsageRow): boolean {
      const head = index.get(indexKey(agent, threadId))?.head;
      return head?.parent !== undefined && head.copyOf === undefined;
    }

    /** The session of a thread's id and its title: the id alone says little. */
    function named(id: string): { session: string; title: string; model?: string } | undefined {
      const found = sessionsOf.get(id);
      const head = found === undefined ? undefined : index.get(found)?.head;
      return head && { session: head.key, title: head.title, ...(head.model !== undefined && { model: head.model }) };
    }

    /** The requests behind one figure: those that a report of them alone would put under that key. */
    function explain(rows: readonly UsageRow[]): ApiUsageExplain {
      const wanted = query.text('key');
      if (wanted === undefined) throw badRequest();
      const keyOfRow = createUsageKey(by, createCalendar(options.zone));
      const meant = rows.filter((row) => keyOfRow(row) === wanted);
      meant.sort((one, other) => other.at - one.at);
      const found = meant.slice(0, MAX_EXPLAINED).map(explained);
      const isMore = meant.length > MAX_EXPLAINED;
      return { schema: API_SCHEMA, rows: found, ...(isMore && { more: 'true' }) };
    }
  };

  function explained(row: UsageRow): ApiUsageExplain['rows'][number] {
    const cost = priceOf(row, defaultPrices);
    const session = indexKey(row.agent, row.threadId);
    const title = index.get(session)?.head.title;
    const { input, cached, cacheWrite, output, reasoning, at, model, tier, line } = row;
    return {
      session,
      at,
      line,
      input,
      cached,
      cacheWrite,
      output,
      reasoning,
      total: input + output,
      costUsd: 'unknown' in cost ? null : cost.usd,
      ...(title !== undefined && { title }),
      ...(model !== undefined && { model }),
      ...(tier !== undefined && { tier }),
    };
  }
}
