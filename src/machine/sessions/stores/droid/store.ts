import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { ThreadEvent } from '../../../../core/thread/event.ts';
import { homeAbove, scanFolders } from '../../scan-folders.ts';
import type { FileIdentity, SessionStore } from '../../store.ts';
import { lastLineTime } from '../line-time.ts';

const SESSIONS = 'sessions';
const FILE = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.jsonl$/i;

/** `~/.factory/sessions`: a folder for each working folder, with a file for each session. By description. */
export const droidStore: SessionStore = {
  // Others read FACTORY_DIR. Nothing says that Droid does.
  homes: (env) => ({ paths: [join(env.HOME || homedir(), '.factory')], isNamed: false }),
  scan: (home, agent, onProblem) =>
    scanFolders({ home, agent, folders: isFactory(home.path) ? [SESSIONS] : [], identify: identifyFile, onProblem }),
  identify(path) {
    const identity = identifyFile(path);
    const home = homeAbove(path, [SESSIONS]);
    return identity && home !== undefined && isFactory(home) ? { ...identity, home } : undefined;
  },
  title: titleIn,
  lastTime: lastLineTime,
};

/** Other agents have sessions of such names in folders of this name: only the home's own name tells. */
function isFactory(home: string): boolean {
  return basename(home).includes('factory') || basename(home).includes('droid');
}

function identifyFile(path: string): FileIdentity | undefined {
  const [, id] = FILE.exec(basename(path)) ?? [];
  return id === undefined ? undefined : { wire: 'droid-session', threadId: id.toLowerCase(), archived: false };
}

function titleIn(event: ThreadEvent): string | undefined {
  if (event.type !== 'thread.started') return undefined;
  const { sessionTitle, title } = event.extra ?? {};
  const named = [sessionTitle, title].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof named === 'string' ? named : undefined;
}
