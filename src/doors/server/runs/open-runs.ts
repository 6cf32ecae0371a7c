import { openAuditLog } from '../../../machine/live/audit-log.ts';
import { type HubOptions, LiveHub, type WaitingNotice } from '../../../machine/live/index.ts';
import type { ApiRunStart } from '../run-types.ts';
import type { SessionIndex } from '../session-index.ts';
import { createRunFolders } from './run-folders.ts';
import { createRunReads, createRunWrites } from './run-routes.ts';
import { createRuns } from './runs.ts';

/** What `serve --allow-run` gives. */
export interface AllowRun {
  /** Agents may be started in every folder below these. */
  folders: readonly string[];
  /** Folders of listed sessions count too. Not where files or samples are shown: anybody may have written those. */
  isListed: boolean;
  waiting?: WaitingNotice | undefined;
  /** What earlier lives left, and what was ended of it. */
  left?: ApiRunStart['left'] | undefined;
  /** For every session that is opened. */
  live?: Partial<HubOptions> | undefined;
}

/** Opens the part of the viewer that runs agents. It is loaded only where that is allowed. */
export function openRuns(
  { folders, isListed, waiting, left = [], live }: AllowRun,
  index: SessionIndex,
  userHome: string,
) {
  const audit = openAuditLog(live?.dataFolder);
  const hub = new LiveHub({ waiting });

  /** Folders of this machine alone: a store also knows those of others. */
  function* listed(): Generator<string> {
    if (!isListed) return;
    const own = [...index.all()].filter(({ path, head }) => path !== undefined && head.project !== undefined);
    own.sort((a, b) => b.head.lastAt - a.head.lastAt);
    for (const { head } of own) if (head.project !== undefined) yield head.project;
  }

  const runs = createRuns({
    hub,
    audit,
    folders: createRunFolders({ listed, roots: folders }),
    left,
    userHome,
    live,
    sessionOf(key) {
      const entry = index.get(key);
      if (entry?.path === undefined || entry.threadId === undefined) return undefined;
      return { agent: entry.head.agent, id: entry.threadId, cwd: entry.head.project };
    },
  });
  return { runs, read: createRunReads(runs), write: createRunWrites(runs, audit) };
}
