import { findHomes, type HomeOptions } from '../sessions/homes.ts';

/** A session file that may tell usage. */
export interface UsageFile {
  path: string;
  agent: string;
  /** In bytes, as on disk. */
  size: number;
  /** When it was last written to, in milliseconds since 1970. */
  modified: number;
}

/**
 * The session files of all agents' homes, in the order of their paths: agents that name files by time have the oldest
 * first, so that a request counts for the thread that made it.
 */
export function findUsageFiles(options: HomeOptions = {}): UsageFile[] {
  const files: UsageFile[] = [];
  for (const { agent, home } of findHomes(options)) {
    for (const { path, size, modified } of agent.store.scan(home, agent, options.onProblem ?? (() => {}))) {
      files.push({ path, agent: agent.name, size, modified });
    }
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}
