import { findHomes, type HomeOptions } from '../sessions/homes.ts';
import type { UsageSource } from './scan-usage.ts';

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
  const files: UsageFile[] = [];
  for (const { agent, home } of findHomes(options)) {
    for (const { path, size, modified, cwd: project, source } of agent.store.scan(home, agent, onProblem)) {
      files.push({ path, agent: agent.name, project, size, modified, source });
    }
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}
