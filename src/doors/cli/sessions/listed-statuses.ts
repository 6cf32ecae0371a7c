import type { HomeOptions } from '../../../machine/sessions/homes.ts';
import type { SessionInfo, SessionStatus } from '../../../machine/sessions/index.ts';
import type { KnownSessions } from '../../../machine/sessions/known/known-sessions.ts';
import { createFileStatusReader, createStatusReader, knownStatus } from '../../../machine/sessions/read-status.ts';
import type { FoundFiles } from './found-files.ts';

/** The statuses of sessions of a list. */
export interface ListedStatuses {
  of(info: SessionInfo): Promise<SessionStatus | undefined>;
}

/** Reads the end of a file only if it is not known how its last turn stands. */
export function createStatuses(
  options: HomeOptions,
  files: FoundFiles,
  known: KnownSessions | undefined,
): ListedStatuses {
  return {
    async of({ path, problems }) {
      const file = files.at(path);
      const now = Date.now();
      const kept = file && known?.of(file)?.standing;
      const told = file && kept && knownStatus(kept, { now, modified: file.modified });
      if (told) return told.status;
      const reader = file
        ? createFileStatusReader(() => file, options, true)
        : createStatusReader({ path }, options, true);
      const look = await reader.look(now);
      if (file && reader.known && problems.length === 0) known?.learn(file, { standing: reader.known });
      return look?.status;
    },
  };
}
