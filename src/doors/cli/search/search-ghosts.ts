import type { SearchHit, SearchQuery } from '../../../archive/index.ts';
import type { GhostSession } from '../../../machine/sessions/ghosts/ghost-sessions.ts';
import { listSessions } from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';
import { readGhosts } from '../ghosts.ts';
import type { FileBlock } from './file-blocks.ts';
import { searchBlocks } from './search-files.ts';
import { isWanted } from './wanted-blocks.ts';

/** Searches the prompts of sessions of which nothing else is left, the newest first. */
export async function searchGhosts(query: SearchQuery, limit: number, context: HomesContext): Promise<SearchHit[]> {
  const ghosts = await readGhosts({ ...context, found: await listSessions(context) });
  const blocks = ghosts.flatMap(ghostBlocks).filter((block) => isWanted(block, query));
  if (blocks.length === 0) return [];
  const { hits } = await searchBlocks(blocks, query, limit, new AbortController().signal);
  return hits.map(({ file, ...hit }) => ({ ...hit, session: { ...hit.session, home: file ?? '' }, ghost: true }));
}

/** The home stands where a file would be named, until the hit is made. */
function ghostBlocks({ agent, id, home, project, prompts }: GhostSession): FileBlock[] {
  const thread = { agent, threadId: id, title: prompts[0]?.text, project, models: [], touched: [] };
  const blocks = prompts.map(({ text, at }, seq): FileBlock => {
    return { seq, message: '', inherited: false, line: 0, file: home, at, role: 'user', kind: 'text', text, thread };
  });
  return blocks.reverse();
}
