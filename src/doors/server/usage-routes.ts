import { storedRows } from '../../archive/model/stored-usage.ts';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { createCalendar } from '../../machine/usage/calendar.ts';
import { type HomeUsageOptions, readHomeRows } from '../../machine/usage/home-usage.ts';
import { priceOf } from '../../machine/usage/price-of.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { createUsageFilter } from '../../machine/usage/usage-filter.ts';
import { createUsageKey, requestGroupings } from '../../machine/usage/usage-key.ts';
import { createUsageReport } from '../../machine/usage/usage-report.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { agentsAtWork } from './agents-at-work.ts';
import { API_SCHEMA, type ApiUsageExplain, type ApiUsageReport } from './api-types.ts';
import { sinceOf } from './list-routes.ts';
import { apiUsage, indexKey } from './listed-head.ts';
import { badRequest, notFound } from './request-error.ts';
import type { SessionIndex } from './session-index.ts';
import type { ApiRoute } from './site.ts';

const MAX_EXPLAINED = 500;

/** Returns all known requests, about 200 bytes each. */
export type UsageRows = () => Promise<readonly UsageRow[]>;

/** The requests in the files of this machine, and in those that agents deleted. */
export function scannedRows(homes: HomeOptions, options: HomeUsageOptions): UsageRows {
  return async () => {
    const rows: UsageRow[] = [];
    await readHomeRows(homes, (row) => rows.push(row), options);
    return rows;
  };
}

/** The requests in a store; empty while there is no store. */
export function keptRows(store: () => ThreadStore | undefined): UsageRows {
  return async () => {
    const rows: UsageRow[] = [];
    const known = store();
    if (known) for await (const row of storedRows(known)) rows.push(row);
    return rows;
  };
}

/** The time for which rows are reused: a page asks for several groupings at once. */
const FRESH_MS = 10_000;

/** Answers `/api/usage?by=…` and `/api/usage/explain?by=…&key=…`. */
export function createUsageRoute(read: UsageRows, index: SessionIndex, now: () => number = Date.now): ApiRoute {
  let known: { at: number; rows: Promise<readonly UsageRow[]> } | undefined;

  function rowsOf(): Promise<readonly UsageRow[]> {
    if (known && now() - known.at < FRESH_MS) return known.rows;
    known = { at: now(), rows: read() };
    return known.rows;
  }

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
    const all = await rowsOf();
    const modelOf = createUsageKey('model', createCalendar(undefined));
    const rows = model === undefined ? all : all.filter((row) => modelOf(row) === model);
    const sessionsOf = new Map<string, string>();
    try {
      return jsonAnswer(what === undefined ? report() : explain());
    } catch (error) {
      // An invalid zone or day.
      throw error instanceof TypeError || error instanceof RangeError ? badRequest() : error;
    }

    function report(): ApiUsageReport {
      const builder = createUsageReport(options);
      for (const { agent, threadId } of by === 'session' ? rows : [])
        sessionsOf.set(threadId, indexKey(agent, threadId));
      for (const row of rows) builder.add(row);
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
        work: agentsAtWork(rows.filter(isWanted), isSubAgent),
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
    function explain(): ApiUsageExplain {
      const wanted = query.text('key');
      if (wanted === undefined) throw badRequest();
      const calendar = createCalendar(options.zone);
      const isWanted = createUsageFilter(options, calendar);
      const keyOfRow = createUsageKey(by, calendar);
      const meant = rows.filter((row) => isWanted(row) && keyOfRow(row) === wanted);
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
