import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readSmallFile } from './collect-settings.ts';
import { normalRemote } from './normal-remote.ts';

/**
 * Finds the repository of a folder of this machine by what git keeps there. No program is started. Empty: the folder is there
 * and has no remote; undefined: nobody knows, since the folder is gone or is none of this machine.
 */
export type RepositoryFinder = (folder: string | undefined) => string | undefined;

const MOST_FOLDERS = 1000;
/** A folder may get a remote at any time, and is looked at again so much later. */
const KNOWN_MS = 10 * 60_000;

export function createRepositoryFinder(now: () => number): RepositoryFinder {
  const known = new Map<string, { name: string | undefined; at: number }>();
  return (folder) => {
    if (folder === undefined || !isAbsolute(folder)) return undefined;
    const before = known.get(folder);
    if (before && now() - before.at < KNOWN_MS) return before.name;
    const name = remoteAbove(folder) ?? (existsSync(folder) ? '' : undefined);
    if (known.size >= MOST_FOLDERS) known.clear();
    known.set(folder, { name, at: now() });
    return name;
  };
}

function remoteAbove(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const config = configIn(at);
    if (config !== undefined) return remoteIn(config);
    if (dirname(at) === at) return undefined;
  }
}

/** The settings of the repository whose folder this is; undefined if it is none. What cannot be read counts as none. */
function configIn(folder: string): string | undefined {
  const git = join(folder, '.git');
  try {
    if (statSync(git).isDirectory()) return readSmallFile(join(git, 'config'));
    // Of a worktree or a submodule: a file that names the folder.
    const own = /^gitdir: (.+)$/m.exec(readSmallFile(git) ?? '')?.[1];
    if (own === undefined) return undefined;
    const place = resolve(folder, own.trim());
    const common = readSmallFile(join(place, 'commondir'))?.trim();
    return readSmallFile(join(common === undefined ? place : resolve(place, common), 'config'));
  } catch {
    return undefined;
  }
}

/** The address of `origin`; of the first remote where there is none of that name. */
function remoteIn(config: string): string | undefined {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split('\n')) {
    if (/^\s*\[/.test(line)) remote = /^\s*\[remote "([^"\\]{1,200})"\]/.exec(line)?.[1];
    const url = remote === undefined ? undefined : /^\s*url\s*=\s*"?([^"\s]{1,2000})"?\s*$/.exec(line)?.[1];
    if (remote !== undefined && url !== undefined && !urls.has(remote)) urls.set(remote, url);
  }
  const [first] = urls.values();
  const address = urls.get('origin') ?? first;
  return address === undefined ? undefined : normalRemote(address);
}
