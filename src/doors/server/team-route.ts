import type { ThreadStore, WorkGroup } from '../../archive/model/thread-store.ts';
import { reportWork } from '../../archive/model/work-report.ts';
import { ThreadlineError } from '../../errors.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import { QUARTER_MS } from '../../machine/usage/calendar.ts';
import { API_SCHEMA } from './api-types.ts';
import { hideSecrets } from './hide-secrets.ts';
import { badRequest, notFound, RequestError } from './request-error.ts';
import type { ApiRoute } from './site.ts';
import type { ApiTeam, ApiTeamChoices, ApiTeamRow } from './team-types.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
const WEEKS = 8;
/** A machine that was at work within the first time and not within the second is silent. */
const KNOWN_DAYS = 90;
const SILENT_DAYS = 14;
/** The first Monday after the epoch. */
const MONDAY_MS = 4 * DAY_MS;

/**
 * Answers `/api/team?since=30d`: figures by person, repository and machine, of what the reader may see; and
 * `/api/team/choices?since=30d`: the names alone.
 */
export function createTeamRoute(store: () => ThreadStore | undefined, now: () => number = Date.now): ApiRoute {
  return async (place, query) => {
    const [what, ...rest] = place;
    if (rest.length > 0 || (what !== undefined && what !== 'choices')) throw notFound();
    const usageBy = store()?.usageBy;
    if (!usageBy) throw new RequestError(409, 'not-here');
    const days = Number(/^(\d{1,4})d$/.exec(query.text('since') ?? '30d')?.[1]);
    if (!Number.isFinite(days)) throw badRequest();
    const at = now();
    const quarter = (time: number) => Math.floor(time / QUARTER_MS) * QUARTER_MS;

    async function rowsBy(group: WorkGroup, since: number, until?: number): Promise<ApiTeamRow[]> {
      const found = await usageBy?.({ by: [group], since: quarter(since), until });
      if (!found) return [];
      const { rows } = reportWork(found, { by: [group] });
      return rows
        .map(({ key, sessions, requests, total, costUsd }) => ({
          name: hideSecrets(key),
          sessions,
          requests,
          tokens: total,
          costUsd,
        }))
        .sort((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.tokens - a.tokens);
    }

    /** The names by which figures can be narrowed. */
    async function choices(since: number): Promise<ApiTeamChoices> {
      const names = async (group: WorkGroup) =>
        (await rowsBy(group, since)).map(({ name }) => name).filter((name) => name !== '');
      const [people, teams] = [await names('person'), await names('team')];
      return {
        schema: API_SCHEMA,
        people,
        // People of two teams have a row of their own, which is no team.
        teams: [...new Set(teams.flatMap((name) => name.split(', ')))].sort(),
        repositories: await names('repository'),
        machines: await names('machine'),
      };
    }

    async function weekFrom(start: number): Promise<ApiTeam['weeks'][number]> {
      const rows = await rowsBy('person', start, start + WEEK_MS);
      const sum = (of: (row: ApiTeamRow) => number) => rows.reduce((all, row) => all + of(row), 0);
      return {
        monday: new Date(start).toISOString().slice(0, 10),
        people: rows.filter(({ name }) => name !== '').length,
        sessions: sum(({ sessions }) => sessions),
        costUsd: sum(({ costUsd }) => costUsd ?? 0),
      };
    }

    try {
      const since = at - days * DAY_MS;
      if (what === 'choices') return jsonAnswer(await choices(since));
      const monday = Math.floor((at - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS;
      const recent = new Set((await rowsBy('machine', at - SILENT_DAYS * DAY_MS)).map(({ name }) => name));
      const known = await rowsBy('machine', at - KNOWN_DAYS * DAY_MS);
      const weeks: ApiTeam['weeks'] = [];
      // One after the other: a page is not to take all connections of the server.
      for (let week = WEEKS - 1; week >= 0; week -= 1) weeks.push(await weekFrom(monday - week * WEEK_MS));
      return jsonAnswer({
        schema: API_SCHEMA,
        since: new Date(quarter(since)).toISOString(),
        people: await rowsBy('person', since),
        repositories: await rowsBy('repository', since),
        machines: await rowsBy('machine', since),
        silent: known.filter(({ name }) => !recent.has(name)).map(({ name }) => name),
        weeks,
      } satisfies ApiTeam);
    } catch (error) {
      throw error instanceof ThreadlineError && error.code === 'unsupported'
        ? new RequestError(409, 'not-here')
        : error;
    }
  };
}
