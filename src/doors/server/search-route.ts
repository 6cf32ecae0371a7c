import { type SearchHit, type SearchPage, type SearchQuery, searchModes } from '../../archive/model/search-query.ts';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import { API_SCHEMA, type ApiCount, type ApiSearch, type ApiSearchFacets } from './api-types.ts';
import { createWorkCounts, keptOutBy, type WorkWord, workWords } from './by-work.ts';
import { hideSecrets } from './hide-secrets.ts';
import { sinceOf } from './list-routes.ts';
import { indexKey } from './listed-head.ts';
import { badRequest, RequestError } from './request-error.ts';
import type { SessionIndex } from './session-index.ts';
import type { ApiRoute } from './site.ts';

const MAX_HITS = 100;
/** The most names in a menu. */
const MAX_COUNTS = 50;
const USUAL_HITS = 30;
/** The characters of text before and after a hit: three lines of the page. */
const CONTEXT = 160;

/** The number of the newest hits that are counted for the menus. */
const COUNTED_HITS = 500;

/** Answers `/api/search?q=…`; with `facets=1` also the number of hits by agent, role and folder. */
export function createSearchRoute(
  store: () => ThreadStore | undefined,
  index: Pick<SessionIndex, 'get'>,
  now: () => number = Date.now,
): ApiRoute {
  return async (place, query, signal) => {
    const archive = store();
    const text = query.text('q');
    if (place.length > 0 || text === undefined) throw badRequest();
    if (!archive) throw new RequestError(503, 'no-index');
    const mode = query.one('mode', searchModes) ?? 'words';
    const isBest = query.one('sort', ['newest', 'best']) === 'best';
    const limit = query.count('limit', { least: 1, most: MAX_HITS, otherwise: USUAL_HITS });
    const chosen: Chosen = {
      agents: orAll(query.list('agent')),
      role: query.one('role', ['user', 'assistant', 'system']),
      projects: orAll(query.each('project')),
      ...Object.fromEntries(workWords.map((word) => [word, query.text(word)])),
    };
    const isByWork = workWords.some((word) => chosen[word] !== undefined);
    // A store of one machine would not understand it, and show all.
    if (isByWork && !archive.capabilities().machines) throw new RequestError(409, 'not-here');
    const wanted: SearchQuery = {
      text,
      mode,
      since: sinceOf(query.text('since'), now()),
      kind: query.one('kind', ['text', 'thinking', 'tool_use', 'tool_result', 'image', 'note']),
      tool: query.text('tool'),
      file: query.text('file'),
      model: query.text('model'),
      errors: query.flag('errors'),
      // Only words can fit better or worse.
      ...(isBest && (mode === 'words' || mode === 'phrase') && { best: true }),
    };
    const page = { limit, cursor: query.text('cursor') };
    // A regular expression examines every text, so it runs only once.
    const areCounted = query.flag('facets') && mode !== 'regex';
    const [found, all] = await Promise.all([
      archive.search({ ...wanted, ...chosen }, page, { signal, context: CONTEXT }),
      areCounted ? archive.search(wanted, { limit: COUNTED_HITS }, { signal, context: 0 }) : undefined,
    ]).catch((error: unknown) => {
      if (error instanceof ThreadlineError && error.code === 'unsupported') throw new RequestError(409, 'not-here');
      // An invalid pattern or a cursor of another search is the client's fault.
      throw error instanceof TypeError || error instanceof SyntaxError ? badRequest() : error;
    });
    const answer: ApiSearch = {
      schema: API_SCHEMA,
      query: text,
      mode,
      searched: found.searched,
      lagMs: found.freshAt === 0 ? 0 : Math.max(0, now() - found.freshAt),
      hits: oncePerMessage(found.hits)
        .map(hideInHit)
        .map((hit) => ({
          session: indexKey(hit.session.agent, hit.session.threadId),
          agent: hit.session.agent,
          title: hit.title ?? 'Untitled',
          message: hit.message,
          role: hit.role,
          kind: hit.kind,
          time: hit.at,
          before: hit.before,
          match: hit.match,
          after: hit.after,
          ...(hit.project !== undefined && { project: hit.project }),
          ...(hit.tool !== undefined && { tool: hit.tool }),
        })),
    };
    if (found.next !== undefined) answer.more = found.next;
    if (all) answer.facets = facetsOf(all, chosen, index);
    return jsonAnswer(answer);
  };
}

/** The choices in the menus. */
type Chosen = Pick<SearchQuery, 'agents' | 'role' | 'projects' | WorkWord>;

/** A call and its result are one message, and one row of the page. */
function oncePerMessage(hits: readonly SearchHit[]): SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ session, message }) => {
    const name = JSON.stringify([session.agent, session.home, session.threadId, message]);
    return !seen.has(name) && seen.add(name);
  });
}

/** A hit without the secrets in its text. */
function hideInHit(hit: SearchHit): SearchHit {
  const { before, match, after } = hideSecrets({ before: hit.before, match: hit.match, after: hit.after });
  return { ...hit, before, match, after, ...(hit.title !== undefined && { title: hideSecrets(hit.title) }) };
}

/** No choice means all. */
function orAll(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}

const orNone = (value: string | undefined) => (value === undefined ? [] : [value]);

/** Counts for each menu what the others leave. */
function facetsOf(page: SearchPage, chosen: Chosen, index: Pick<SessionIndex, 'get'>): ApiSearchFacets {
  const { agents, role, projects } = chosen;
  const work = Object.fromEntries(workWords.map((word) => [word, orNone(chosen[word])]));
  const byWork = createWorkCounts(work);
  // The list knows whose a session is.
  const workOf = ({ session, machine, project }: SearchHit) => ({
    ...index.get(indexKey(session.agent, session.threadId))?.head,
    machine,
    project,
  });
  const all = oncePerMessage(page.hits);
  const hits = all.filter((hit) => keptOutBy(workOf(hit), work).length === 0);
  const isAgent = (hit: SearchHit) => agents?.includes(hit.session.agent) ?? true;
  const isRole = (hit: SearchHit) => role === undefined || hit.role === role;
  const isProject = ({ project = '' }: SearchHit) =>
    projects?.some((folder) => project === folder || project.startsWith(`${folder}/`)) ?? true;
  const facets: ApiSearchFacets = {
    agents: countsOf(hits.filter((hit) => isRole(hit) && isProject(hit)).map(({ session }) => session.agent)),
    roles: countsOf(hits.filter((hit) => isAgent(hit) && isProject(hit)).map((hit) => hit.role)),
    projects: countsOf(hits.filter((hit) => isAgent(hit) && isRole(hit)).flatMap(({ project }) => project ?? [])),
    counted: all.length,
    fitting: hits.filter((hit) => isAgent(hit) && isRole(hit) && isProject(hit)).length,
  };
  for (const hit of all) if (isAgent(hit) && isRole(hit) && isProject(hit)) byWork.add(workOf(hit));
  Object.assign(facets, byWork.facets(MAX_COUNTS));
  if (page.next !== undefined) facets.more = true;
  return facets;
}

function countsOf(values: readonly string[]): ApiCount[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const all = Array.from(counts, ([key, count]) => ({ key, name: key, count }));
  return all.sort((one, other) => other.count - one.count).slice(0, MAX_COUNTS);
}
