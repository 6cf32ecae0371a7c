import type { Archive } from '../../archive/index.ts';
import { isBelow } from '../../core/tools/path-below.ts';
import { ThreadlineError } from '../../errors.ts';
import {
  type FoundSession,
  findGhosts,
  type GhostSession,
  type KnownSessions,
  type TimedPrompt,
} from '../../machine/sessions/ghosts/ghost-sessions.ts';
import { loadSession } from '../../machine/sessions/index.ts';
import type { OnSessionProblem } from '../../machine/sessions/problem.ts';
import type { HomesContext } from './agents.ts';
import { readArchive } from './read-archive.ts';
import { sessionKey } from './sessions/session-usages.ts';

export interface GhostOptions extends HomesContext {
  /** The sessions that are there. */
  found: readonly FoundSession[];
  onProblem?: OnSessionProblem | undefined;
}

/** The most blocks of a kept session that are looked through for its prompts. */
const MOST_BLOCKS = 10_000;

/** Sessions of which only the prompts are left. What was deleted, forgotten or excluded stays away. */
export async function readGhosts(options: GhostOptions): Promise<GhostSession[]> {
  const { agents, homes, onProblem } = options;
  const found = (known: KnownSessions) => findGhosts({ agents, homes, onProblem }, known);
  try {
    const read = await readArchive(async (archive) => found(await knownWith(archive, options)));
    if (read) return read;
  } catch (error) {
    // Without the archive nobody knows what was deleted: then nothing is told.
    if (!(error instanceof ThreadlineError) || error.code !== 'not-found') throw error;
  }
  return found(knownIn(options));
}

function knownIn({ found, agents, homes }: GhostOptions): KnownSessions {
  const keys = new Set(found.map(sessionKey));
  return {
    has: async (agent, id) => keys.has(sessionKey({ agent, id })),
    isExcluded: () => false,
    async promptsIn(agent, project) {
      const prompts: TimedPrompt[] = [];
      for (const info of found) {
        if (info.agent !== agent || info.cwd !== project || info.gone) continue;
        const messages = await loadSession({ path: info.path }, { agents, homes });
        for (const { role, content, timestamp } of messages) {
          const texts = role === 'user' ? content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [];
          if (texts.length > 0) prompts.push({ text: texts.join('\n'), at: timestamp });
        }
      }
      return prompts;
    },
  };
}

/** Adds what the archive keeps and what it was told to leave out. */
async function knownWith(archive: Archive, options: GhostOptions): Promise<KnownSessions> {
  const listed = knownIn(options);
  const excluded = (await archive.excludedProjects()).map(isBelow);
  return {
    async has(agent, id) {
      const key = { agent, threadId: id };
      if (await listed.has(agent, id)) return true;
      return (await archive.hasForgotten(key)) || (await archive.getSession(key)) !== undefined;
    },
    isExcluded: (project) => excluded.some((isInFolder) => isInFolder(project)),
    async promptsIn(agent, project) {
      const kept: TimedPrompt[] = [];
      if (project !== undefined) {
        const { rows } = await archive.listSessions({ agent, project }, { limit: 200 });
        for (const { key, gone } of rows) {
          const blocks = gone ? await archive.readBlocks(key, { from: 0, count: MOST_BLOCKS }) : [];
          kept.push(...blocks.flatMap(({ role, text, at }) => (role === 'user' ? [{ text, at }] : [])));
        }
      }
      return [...(await listed.promptsIn(agent, project)), ...kept];
    },
  };
}
