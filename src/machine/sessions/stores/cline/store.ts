import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { OnSessionProblem } from '../../problem.ts';
import { scanFolders } from '../../scan-folders.ts';
import type { AgentStore, Home, SessionFile, SessionStore } from '../../store.ts';
import { clineHomes } from './homes.ts';
import { identifySession, isSessionFolder, SESSIONS, TASKS } from './name.ts';
import { readNote, readNotes } from './notes.ts';

/** `~/.cline/data`: a folder per session of Cline 3 in `sessions`, and one per task of Cline 2 in `tasks`. */
export const clineStore: SessionStore = {
  homes: clineHomes,
  scan,
  identify: identifySession,
  project: (path, home) => noteOf(path, home)?.cwd,
  titles(home) {
    const titles = new Map<string, string>();
    for (const [id, { title }] of readNotes(home.realPath)) if (title !== undefined) titles.set(id, title);
    return titles;
  },
  origin: ({ source, parent_thread_id: parentId }) => ({
    source: typeof source === 'string' ? source : undefined,
    parentId,
  }),
};

function scan(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[] {
  const notes = readNotes(home.realPath);
  const found = scanFolders({
    home,
    agent,
    folders: foldersOf(home.realPath),
    identify: identifySession,
    onProblem,
  });
  for (const file of found) {
    const note = notes.get(file.threadId ?? '') ?? notes.get(file.parentId ?? '') ?? noteBeside(file, home);
    file.cwd = note?.cwd;
  }
  return found;
}

/** A folder that CLINE_SESSION_DATA_DIR names holds the sessions themselves. */
function foldersOf(home: string): string[] {
  try {
    const names = readdirSync(home);
    const isData = names.includes(SESSIONS) || names.includes(TASKS) || !names.some(isSessionFolder);
    return isData ? [SESSIONS, TASKS] : [''];
  } catch {
    return [SESSIONS, TASKS];
  }
}

function noteOf(path: string, home: string) {
  const id = identifySession(path)?.threadId ?? '';
  return readNotes(home).get(id) ?? readNote(home, basename(dirname(path)));
}

function noteBeside({ path, wire }: SessionFile, home: Home) {
  return wire === 'cline-session' ? readNote(home.realPath, basename(dirname(path))) : undefined;
}
