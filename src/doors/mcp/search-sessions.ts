import { z } from 'zod';
import { type SearchHit, type SearchQuery, type SessionKey, searchModes } from '../../archive/index.ts';
import { parseTime } from '../../core/thread/time.ts';
import { doorLimits } from '../../limits/doors.ts';
import { createBudget, cutText, refusal, untrusted } from './answer.ts';
import { agentName, sessionId, time, UNREDACTED } from './session-facts.ts';
import { type CallContext, defineTool, timeText } from './tool.ts';

/** The characters of text before and after a match. */
const CONTEXT = 300;

const input = z.object({
  query: z.string().min(1).max(1000).describe('What to look for'),
  mode: z
    .enum(searchModes)
    .optional()
    .describe(
      'words (default): all of them, any order, wor* is a beginning; phrase: in this order; exact: these characters; regex',
    ),
  agent: agentName.optional(),
  session: sessionId.optional(),
  since: time.optional(),
  until: time.optional(),
  role: z.enum(['user', 'assistant', 'system']).optional(),
  kind: z.enum(['text', 'thinking', 'tool_use', 'tool_result', 'image', 'note']).optional(),
  tool: z.string().min(1).max(200).optional().describe('Only calls and results of this tool: Bash, Edit, …'),
  file: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('Only sessions that read or wrote this file: a path or its last parts'),
  errors: z.boolean().optional().describe('Only results of calls that failed'),
  limit: z.int().min(1).max(50).optional().describe('At most so many hits; 20 by default'),
});

export const searchSessionsTool = defineTool({
  name: 'search_sessions',
  title: 'Search earlier sessions',
  description:
    'Finds what was said and done in earlier sessions of coding agents in this project, the newest first: prompts, answers, ' +
    'commands, outputs, also of sessions that were deleted since. read_session with the session and message of a hit shows more.',
  input,
  async run({ query: text, mode = 'words', session, since, until, limit = 20, ...filters }, context) {
    const row = session === undefined ? undefined : await context.scope.find(session);
    if (session !== undefined && !row) return refusal('there is no such session here');
    const query: SearchQuery = {
      ...filters,
      text,
      mode,
      since: parseTime(since),
      until: parseTime(until),
      notSessions: context.own,
    };
    const found = await searchScope(query, row && [row.key], limit, context);
    const budget = createBudget();
    const hits: object[] = [];
    for (const hit of found.hits) {
      const shown = hitFacts(hit, context);
      if (!budget.take(shown)) break;
      hits.push(shown);
    }
    const { more, searched, stopped, unredacted } = found;
    return untrusted({
      hits,
      more: more || hits.length < found.hits.length || undefined,
      searched,
      stopped,
      not_searched: unredacted && `${unredacted} sessions: ${UNREDACTED}`,
    });
  },
});

interface Found {
  hits: SearchHit[];
  more: boolean;
  searched?: { sessions: number; of: number } | undefined;
  stopped?: string | undefined;
  /** Sessions that the present rules of redaction have not looked at yet. */
  unredacted?: number | undefined;
}

const NOTHING: Found = { hits: [], more: false, searched: { sessions: 0, of: 0 } };

/** Searches the folders of the scope, and sessions that its agents started elsewhere. */
async function searchScope(
  query: SearchQuery,
  sessions: readonly SessionKey[] | undefined,
  limit: number,
  context: CallContext,
): Promise<Found> {
  if (sessions) return search({ ...query, sessions }, limit, context);
  const { folders, strays } = await context.scope.searched();
  // An empty list of folders would be told as a search of everything.
  if (folders?.length === 0)
    return strays.length === 0 ? NOTHING : search({ ...query, sessions: strays }, limit, context);
  const inside = await search({ ...query, folders }, limit, context);
  if (strays.length === 0) return inside;
  const outside = await search({ ...query, sessions: strays }, limit, context);
  const hits = [...inside.hits, ...outside.hits].sort((one, other) => other.at - one.at);
  const stopped = inside.stopped ?? outside.stopped;
  const unredacted = (inside.unredacted ?? 0) + (outside.unredacted ?? 0) || undefined;
  const more = inside.more || outside.more || hits.length > limit;
  return { ...inside, stopped, unredacted, hits: hits.slice(0, limit), more };
}

/** Returns what was found before time ran out, if it did. */
async function search(query: SearchQuery, limit: number, { redacted, signal }: CallContext): Promise<Found> {
  const hits: SearchHit[] = [];
  const late = AbortSignal.timeout(doorLimits.mcpSearchMs);
  try {
    const page = await redacted.search(
      query,
      { limit },
      { context: CONTEXT, signal: AbortSignal.any([signal, late]), onHit: (hit) => hits.push(hit) },
    );
    const { gaveUp, unredacted, searchedFrom } = page;
    const stopped =
      searchedFrom !== undefined
        ? `no index helps: only what is newer than ${new Date(searchedFrom).toISOString()} was looked at`
        : gaveUp === undefined
          ? undefined
          : `the pattern took too long: ${gaveUp} texts were not looked at`;
    return { hits: page.hits, more: page.next !== undefined, searched: page.searched, stopped, unredacted };
  } catch (error) {
    if (!late.aborted) throw error;
    return { hits, more: true, stopped: 'it took too long: not all was looked at' };
  }
}

/** The store tells redacted texts. Ids are redacted here, because they also name sessions. */
function hitFacts(hit: SearchHit, { redactor }: CallContext): object {
  return {
    session: cutText(redactor.text(hit.session.threadId), 300),
    agent: hit.session.agent,
    title: hit.title && cutText(hit.title, 300),
    message: cutText(hit.message, 300),
    block: hit.seq,
    role: hit.role,
    kind: hit.kind,
    tool: hit.tool && cutText(hit.tool, 300),
    failed: hit.error || undefined,
    time: timeText(hit.at),
    before: hit.before.toWellFormed(),
    match: cutText(hit.match, 2 * CONTEXT),
    after: hit.after.toWellFormed(),
  };
}
