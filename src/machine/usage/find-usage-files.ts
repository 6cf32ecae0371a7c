import { findHomes, type HomeOptions } from '../sessions/homes.ts';
import { sharingListings } from '../sessions/list-folder.ts';
import type { SessionFile } from '../sessions/store.ts';
import type { UsageSource } from './scan-usage.ts';

/** What an archive keeps of the requests of a file that is gone. */
export interface KeptUsage {
  agent: string;
  home: string;
  path: string;
  /** The last write to the file, in milliseconds since 1970. */
  modified: number;
  facts: Uint8Array;
}

/** A file that may hold usage. */
export interface UsageFile extends UsageSource {
  agent: string;
  /** Bytes on disk. */
  size: number;
  /** The last write, in milliseconds since 1970. */
  modified: number;
}

/** The session files of all homes, oldest first, so that a request counts for the thread that made it. */
export function findUsageFiles(options: HomeOptions = {}): UsageFile[] {
  const { onProblem = () => {} } = options;
  const scan = () =>
    findHomes(options).flatMap(({ agent, home }) =>
      agent.store.scan(home, agent, onProblem).map((file) => usageFile({ ...file, agent })),
    );
  return sharingListings(options, scan).sort(byPath);
}

export function usageFile({ path, agent, size, modified, cwd: project, source }: SessionFile): UsageFile {
  return { path, agent: agent?.name ?? '', project, size, modified, source };
}

/** Both, in the order in which requests count. What was at a path before comes first. */
export function withKept<File extends UsageSource>(
  files: readonly File[],
  kept: readonly KeptUsage[],
): readonly (File | KeptUsage)[] {
  return kept.length === 0 ? files : [...kept, ...files].sort(byPath);
}

function byPath(one: UsageSource, other: UsageSource): number {
  return one.path < other.path ? -1 : Number(one.path > other.path);
}
