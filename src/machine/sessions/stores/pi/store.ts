import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ThreadEvent } from '../../../../core/thread/event.ts';
import { homeWithTilde } from '../../home-named-by.ts';
import { pathName } from '../../path-name.ts';
import { scanFolders } from '../../scan-folders.ts';
import type { FileIdentity, SessionStore } from '../../store.ts';
import { lastLineTime } from '../line-time.ts';

const SESSIONS = 'sessions';
/** The folder of a working folder. */
const PROJECT = /^--.*--$/;
/** `<time>_<id>.jsonl`. The id is a UUID, or any name that the person chose. */
const NAME = /^\d{4}-\d\d-\d\dT[\dZ-]{6,20}_([^/\\]{1,200})\.jsonl$/;

/** `~/.pi/agent/sessions`: a folder for each working folder, with a file for each session. */
export const piStore: SessionStore = {
  /**
   * PI_CODING_AGENT_SESSION_DIR names the folder of sessions, PI_CODING_AGENT_DIR the one above it. In the former, sessions
   * lie side by side, or in a folder for each working folder.
   */
  homes: (env) => homeWithTilde(env, ['PI_CODING_AGENT_SESSION_DIR', 'PI_CODING_AGENT_DIR'], '.pi', 'agent'),
  scan: (home, agent, onProblem) =>
    scanFolders({ home, agent, folders: foldersOf(home.path), identify: identifyFile, onProblem }),
  identify(path) {
    const identity = identifyFile(path);
    const folder = dirname(path);
    if (!identity || basename(dirname(folder)) !== SESSIONS) return identity;
    return { ...identity, home: dirname(dirname(folder)) };
  },
  newSession: {
    loadWriter: async () => (await import('../../../../core/writers/pi-session-writer.ts')).createPiSessionWriter,
    place(home, { id, cwd, startedAt }) {
      const name = `${new Date(startedAt).toISOString().replace(/[:.]/g, '-')}_${id}.jsonl`;
      return isSessionFolder(home.path) ? [name] : [SESSIONS, projectName(cwd), name];
    },
  },
  title: titleIn,
  lastTime: lastLineTime,
};

/** A folder that a variable names may hold the sessions themselves. */
function foldersOf(home: string): string[] {
  const names = namesIn(home);
  if (names.includes(SESSIONS)) return [SESSIONS];
  return names.some((name) => PROJECT.test(name) || NAME.test(name)) ? [''] : [];
}

/** In a folder that PI_CODING_AGENT_SESSION_DIR names, new sessions lie side by side. It has none of pi's other files. */
function isSessionFolder(home: string): boolean {
  if (basename(home) === 'agent') return false;
  return !namesIn(home).some((name) => name === SESSIONS || /^(?:settings|auth|models)\.json$/.test(name));
}

/** The folder of a working folder. */
function projectName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

/** Empty if it is not a folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function identifyFile(path: string): FileIdentity | undefined {
  const [, id] = NAME.exec(pathName(path)) ?? [];
  return id === undefined ? undefined : { wire: 'pi-session', threadId: id.toLowerCase(), archived: false };
}

/** The name that a person gave to the session. */
function titleIn(event: ThreadEvent): string | undefined {
  if (event.type !== 'context' || event.kind !== 'session_info') return undefined;
  const { name } = event.data;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
