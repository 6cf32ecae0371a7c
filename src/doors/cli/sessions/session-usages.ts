import type { KnownSessions } from '../../../machine/sessions/known/known-sessions.ts';
import { infoOf, type SessionInfo } from '../../../machine/sessions/session-info.ts';
import type { SessionFile } from '../../../machine/sessions/store.ts';
import { readFoundRows } from '../../../machine/usage/found-usage.ts';
import { type HomeUsageOptions, readHomeRows } from '../../../machine/usage/home-usage.ts';
import type { UsageTotal } from '../../../machine/usage/index.ts';
import { createSessionShares, type UnlistedShare } from '../../../machine/usage/session-shares.ts';
import type { HomesContext } from '../agents.ts';
import { createDeletedFiles } from '../deleted-files.ts';
import { createProgress, type Progress } from '../progress.ts';

export function sessionKey({ agent, id }: Pick<SessionInfo, 'agent' | 'id'>): string {
  return `${agent}:${id}`;
}

/** What the sessions of a list used. Undefined for one without a request that is counted for it. */
export interface ListedUsage {
  own(info: SessionInfo): UsageTotal | undefined;
  /** With the sub-agents of the session. Absent if the list has rows for them. */
  withAgents?: ((info: SessionInfo) => UsageTotal | undefined) | undefined;
}

export interface ListedUsageOptions extends HomesContext {
  /** All session files, and what is known of them. Without them they are looked for and read. */
  files?: readonly SessionFile[] | undefined;
  known?: KnownSessions | undefined;
  agent?: string | undefined;
  liveOnly?: boolean | undefined;
}

/** Reads the usage of all sessions, and gives each its share; with entries for requests of no session of the list. */
export async function readListedUsage(
  families: Iterable<readonly SessionInfo[]>,
  { agents, homes, agent, liveOnly, files, known }: ListedUsageOptions,
): Promise<Required<ListedUsage> & { unlisted: SessionInfo[] }> {
  const shares = createSessionShares(families);
  let progress: Progress | undefined;
  const reading: HomeUsageOptions = {
    onFound(found) {
      progress = createProgress(
        found.map(({ path }) => path),
        { isWanted: true },
      );
    },
    onBytes: (count) => progress?.advance(count),
    kept: createDeletedFiles({ homes, agent, liveOnly }).read,
  };
  if (files && known) {
    const wanted = files.filter((file) => agent === undefined || file.agent?.name === agent);
    await readFoundRows(wanted, known, shares.add, { ...reading, agents });
  } else await readHomeRows({ agents, homes, agent }, shares.add, reading);
  progress?.hide();
  const unlisted = new Map(shares.unlisted().map((share) => [unlistedInfo(share), share.usage]));
  return {
    own: (info) => shares.usage(info) ?? unlisted.get(info),
    withAgents: (info) => shares.withAgents(info),
    unlisted: [...unlisted.keys()],
  };
}

/** Only its usage is known: nobody had a session there, or it was only copied from. */
function unlistedInfo({ agent, threadId, path, project, lastAt }: UnlistedShare): SessionInfo {
  return infoOf({ agent, id: threadId, path, project, size: 0, archived: false, updatedAt: lastAt });
}
