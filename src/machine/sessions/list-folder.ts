import { type Dirent, readdirSync } from 'node:fs';
import { systemMessage } from './file-fault.ts';

/** The entries of a folder, or why it cannot be listed. */
type Listing = { entries: Dirent[] } | { fault: string };

let shared: Map<string, Listing> | undefined;

/** Lists a folder; in a look that several agents share, once for all of them. */
export function listFolder(path: string): Listing {
  const known = shared?.get(path);
  if (known) return known;
  const listing = readFolder(path);
  shared?.set(path, listing);
  return listing;
}

function readFolder(path: string): Listing {
  try {
    return { entries: readdirSync(path, { withFileTypes: true }) };
  } catch (error) {
    return { fault: systemMessage(error) };
  }
}

/**
 * Runs a look at homes. Those that were named are looked through for every agent, and four of them keep sessions in
 * `sessions`: its folders would be listed four times. Nothing is kept after the look, which never waits. In its usual
 * place each agent has its own folders, and remembering them would only take memory.
 */
export function sharingListings<Result>(
  { homes }: { homes?: readonly string[] | undefined },
  look: () => Result,
): Result {
  if (homes === undefined || shared) return look();
  shared = new Map();
  try {
    return look();
  } finally {
    shared = undefined;
  }
}
