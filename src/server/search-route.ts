import { searchModes } from '../archive/search-query.ts';
import type { ThreadStore } from '../archive/thread-store.ts';
import { API_SCHEMA, type ApiSearch } from './api-types.ts';
import { sinceOf } from './list-routes.ts';
import { badRequest, RequestError } from './request-error.ts';
import { jsonAnswer } from './respond.ts';
import { keyOf } from './session-index.ts';
import type { Route } from './site.ts';

const MAX_HITS = 100;
const USUAL_HITS = 30;
/** How much of a text stands before and after a hit, in characters: three lines of the page. */
const CONTEXT = 160;

/** Answers `/api/search?q=…`. `store` is undefined as long as there is no archive to ask. */
export function createSearchRoute(store: () => ThreadStore | undefined, now: () => number = Date.now): Route {
  return async (place, query, signal) => {
    const archive = store();
    const text = query.text('q');
    if (place.length > 0 || text === undefined) throw badRequest();
    if (!archive) throw new RequestError(503, 'no-index');
    const mode = query.one('mode', searchModes) ?? 'words';
    const limit = query.count('limit', { least: 1, most: MAX_HITS, otherwise: USUAL_HITS });
    const project = query.text('project');
    const found = await archive
      .search(
        {
          text,
          mode,
          agent: query.text('agent'),
          projects: project === undefined ? undefined : [project],
          since: sinceOf(query.text('since'), now()),
          role: query.one('role', ['user', 'assistant', 'system']),
          kind: query.one('kind', ['text', 'thinking', 'tool_use', 'tool_result', 'image']),
          tool: query.text('tool'),
          file: query.text('file'),
          model: query.text('model'),
          errors: query.flag('errors'),
        },
        { limit, cursor: query.text('cursor') },
        { signal, context: CONTEXT },
      )
      .catch((error: unknown) => {
        // A pattern that is none, a cursor of another search: the asker's fault.
        throw error instanceof TypeError || error instanceof SyntaxError ? badRequest() : error;
      });
    const answer: ApiSearch = {
      schema: API_SCHEMA,
      query: text,
      mode,
      searched: found.searched,
      lagMs: found.freshAt === 0 ? 0 : Math.max(0, now() - found.freshAt),
      hits: found.hits.map((hit) => ({
        session: keyOf(hit.session.agent, hit.session.threadId),
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
    return jsonAnswer(answer);
  };
}
