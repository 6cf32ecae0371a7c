import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ThreadEvent } from '../../../../core/thread/event.ts';
import { scanFolders } from '../../scan-folders.ts';
import type { FileIdentity, SessionStore } from '../../store.ts';

const THREADS = 'threads';
const FILE = /^(T-[\w-]{1,64})\.json$/;

/** `~/.local/share/amp/threads`, which Amp wrote until the spring of 2026. Later threads are on its server. By description. */
export const ampStore: SessionStore = {
  homes(env) {
    const data = env.XDG_DATA_HOME?.trim() || join(env.HOME || homedir(), '.local', 'share');
    return { paths: [join(data, 'amp')], isNamed: false };
  },
  scan: (home, agent, onProblem) =>
    scanFolders({ home, agent, folders: [THREADS], identify: identifyFile, maxDepth: 0, onProblem }),
  identify(path) {
    const identity = identifyFile(path);
    return identity && basename(dirname(path)) === THREADS ? { ...identity, home: dirname(dirname(path)) } : undefined;
  },
  title: titleIn,
};

function identifyFile(path: string): FileIdentity | undefined {
  const [, id] = FILE.exec(basename(path)) ?? [];
  return id === undefined ? undefined : { wire: 'amp-thread', threadId: id, archived: false };
}

function titleIn(event: ThreadEvent): string | undefined {
  const title = event.type === 'thread.started' ? event.extra?.title : undefined;
  return typeof title === 'string' ? title.trim() || undefined : undefined;
}
