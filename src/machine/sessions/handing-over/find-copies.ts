import { basename } from 'node:path';
import { readHead } from '../session-head.ts';
import { type AgentStore, type Home, normaliseId, type SessionFile } from '../store.ts';
import { isUntouched } from './sealed-file.ts';

/** The copy of a handed-over thread in an agent's home. */
export type Copy =
  | { state: 'none' }
  /** Unchanged since it was handed over. */
  | { state: 'untouched'; path: string }
  /** Somebody continued it, or changed it in another way. */
  | { state: 'touched'; path: string };

/** Finds sessions by id in the files of a home, which are listed once. */
export function createCopyFinder(agent: AgentStore, home: Home): (id: string) => Promise<Copy> {
  let files: SessionFile[] | undefined;
  return async (id) => {
    files ??= agent.store.scan(home, agent, () => {});
    const found: SessionFile[] = [];
    for (const file of files) if (await isOf(file, id)) found.push(file);
    const [first] = found;
    if (!first) return { state: 'none' };
    // An agent that continues it may leave several files.
    const isWhole = found.length === 1 && !first.compressed && !first.archived && isUntouched(first.path);
    return { state: isWhole ? 'untouched' : 'touched', path: first.path };
  };
}

async function isOf(file: SessionFile, id: string): Promise<boolean> {
  if (file.threadId !== undefined) return file.threadId === id && file.parentId === undefined;
  // Some names hold only the beginning of the id.
  if (!basename(file.path).includes(id.slice(0, 8))) return false;
  const { started } = await readHead(file, { onlyIdentity: true });
  return started !== undefined && normaliseId(started.thread_id) === id;
}
