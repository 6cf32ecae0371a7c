import type { HomeOptions } from '../../../machine/sessions/homes.ts';
import type { SessionFile, SessionInfo, SessionStatus } from '../../../machine/sessions/index.ts';
import type { KnownSessions } from '../../../machine/sessions/known/known-sessions.ts';
import { createStatusReader, knownStatus } from '../../../machine/sessions/read-status.ts';

/** The statuses of sessions of a list. */
export interface ListedStatuses {
  of(info: SessionInfo): Promise<SessionStatus | undefined>;
}

/** Reads the end of a file only if it is not known how its last turn stands. */
export function createStatuses(
  options: HomeOptions,
  files: readonly SessionFile[],
  known: KnownSessions | undefined,
): ListedStatuses {
  let byPath: Map<string, SessionFile> | undefined;
  return {
    async of({ path, problems }) {
      byPath ??= new Map(files.map((file) => [file.path, file]));
      const file = byPath.get(path);
      const now = Date.now();
      const kept = file && known?.of(file)?.standing;
      const told = file && kept && knownStatus(kept, { now, modified: file.modified });
      if (told) return told.status;
      const reader = createStatusReader({ path }, options, true);
      const look = await reader.look(now);
      if (file && reader.known && problems.length === 0) known?.learn(file, { standing: reader.known });
      return look?.status;
    },
  };
}
