import { z } from 'zod';
import { type SearchHit, type SearchQuery, type SessionKey, searchModes } from '../../archive/index.ts';
import { parseTime } from '../../core/thread/time.ts';
import { doorLimits } from '../../limits/doors.ts';
import { createBudget, cutText, refusal, untrusted } from './answer.ts';
import { agentName, sessionId, time } from './session-facts.ts';
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
  kind: z.enum(['text', 'thinking', 'tool_use', 'tool_result', 'image']).optional(),
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
      const shown = await hitFacts(hit, query, context);
      if (shown && !budget.take(shown)) break;
      if (shown) hits.push(shown);
    }
    const { more, searched, stopped } = found;
    return untrusted({ hits, more: more || hits.length < found.hits.length || undefined, searched, stopped });
  },
});

interface Found {
  hits: SearchHit[];
  more: boolean;
  searched?: { sessions: number; of: number } | undefined;
  stopped?: string | undefined;
}

/** Searches the folders of the scope, and sessions that its agents started elsewhere. */
async function searchScope(
  query: SearchQuery,
  sessions: readonly SessionKey[] | undefined,
  limit: number,
  context: CallContext,
): Promise<Found> {
  if (sessions) return search({ ...query, sessions }, limit, context);
  const inside = await search({ ...query, projects: context.scope.projects }, limit, context);
  const strays = await context.scope.strays();
  if (strays.length === 0) return inside;
  const outside = await search({ ...query, sessions: strays }, limit, context);
  const hits = [...inside.hits, ...outside.hits].sort((one, other) => other.at - one.at);
  const stopped = inside.stopped ?? outside.stopped;
  return { ...inside, stopped, hits: hits.slice(0, limit), more: inside.more || outside.more || hits.length > limit };
}

/** Returns what was found before time ran out, if it did. */
async function search(query: SearchQuery, limit: number, { store, signal }: CallContext): Promise<Found> {
  const hits: SearchHit[] = [];
  const late = AbortSignal.timeout(doorLimits.mcpSearchMs);
  try {
    const page = await store.search(
      query,
      { limit },
      { context: 0, signal: AbortSignal.any([signal, late]), onHit: (hit) => hits.push(hit) },
    );
    const { gaveUp } = page;
    const stopped = gaveUp === undefined ? undefined : `the pattern took too long: ${gaveUp} texts were not looked at`;
    return { hits: page.hits, more: page.next !== undefined, searched: page.searched, stopped };
  } catch (error) {
    if (!late.aborted) throw error;
    return { hits, more: true, stopped: 'it took too long: not all was looked at' };
  }
}

/** Redacts the whole text before it cuts out a hit, or a search could extract a secret letter by letter. */
async function hitFacts(
  hit: SearchHit,
  query: SearchQuery,
  { store, redactor }: CallContext,
): Promise<object | undefined> {
  const [block] = await store.readBlocks(hit.session, { from: hit.seq, count: 1 });
  if (!block) return undefined;
  const text = redactor.text(block.text);
  if (text !== block.text && !stillFound(text, hit.match, query)) return undefined;
  const at = text.indexOf(hit.match);
  const [start, end] = at === -1 ? [0, 0] : [at, at + hit.match.length];
  return {
    session: cutText(redactor.text(hit.session.threadId), 300),
    agent: hit.session.agent,
    title: hit.title && cutText(redactor.text(hit.title), 300),
    message: cutText(redactor.text(hit.message), 300),
    block: hit.seq,
    role: hit.role,
    kind: hit.kind,
    tool: hit.tool && cutText(redactor.text(hit.tool), 300),
    failed: hit.error || undefined,
    time: timeText(hit.at),
    before: text.slice(Math.max(0, start - CONTEXT), start).toWellFormed(),
    match: cutText(text.slice(start, end), 2 * CONTEXT),
    after: text.slice(end, end + CONTEXT).toWellFormed(),
  };
}

/** A pattern may also examine what surrounds its match. */
const LOOKS_AROUND = /\(\?<?[=!]/;

/** In a text that holds secrets, everything that was asked for must be outside of them. */
function stillFound(text: string, match: string, { text: asked, mode }: SearchQuery): boolean {
  if (mode === 'regex' && LOOKS_AROUND.test(asked)) return false;
  if (mode !== 'words') return text.includes(match);
  const folded = fold(text);
  const words = new Set(folded.split(NO_WORD));
  return fold(asked)
    .split(/\s+/)
    .every((part) => {
      const parts = part.split(NO_WORD).filter((word) => word !== '');
      const isBeginning = part.endsWith('*');
      return parts.every((word, index) => {
        if (words.has(word) || (HAS_NO_BORDERS.test(word) && folded.includes(word))) return true;
        return isBeginning && index === parts.length - 1 && [...words].some((known) => known.startsWith(word));
      });
    });
}

const NO_WORD = /[^\p{L}\p{N}]+/u;
/** Scripts without blanks between words. */
const HAS_NO_BORDERS = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+$/u;

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
