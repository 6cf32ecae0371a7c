import { basename, dirname, join } from 'node:path';
import { parseObject } from '../../../../core/lines/json.ts';
import { homeNamedBy } from '../../home-named-by.ts';
import { scanFolders } from '../../scan-folders.ts';
import type { AgentStore, Home, SessionFile, SessionStore } from '../../store.ts';
import { identifyWire, placeOf } from './name.ts';
import { readAgentNote, titleOf, workFolder, workFolders } from './session-files.ts';

const SESSIONS = 'sessions';

/** `~/.kimi-code`: a folder for each working folder, in it one for each session, with a wire file for each agent. */
export const kimiStore: SessionStore = {
  homes: (env) => homeNamedBy(env, ['KIMI_CODE_HOME'], '.kimi-code'),
  scan,
  identify(path) {
    const identity = identifyWire(path);
    const place = placeOf(path);
    const above = place && dirname(dirname(place.session));
    return identity && above !== undefined && basename(above) === SESSIONS
      ? { ...identity, home: dirname(above) }
      : undefined;
  },
  project(path) {
    const place = placeOf(path);
    return place && workFolder(place.session);
  },
  titles: (home, onProblem, _ends, found) =>
    new KimiTitles(found ?? scan(home, { name: 'kimi', title: 'Kimi Code', store: kimiStore }, onProblem)),
  lastTime,
  agentNote: readAgentNote,
  beside: ({ realPath }, home) => ({
    folders: [dirname(placeOf(realPath)?.session ?? realPath)],
    shared: [join(home.realPath, 'session_index.jsonl')],
  }),
};

function scan(home: Home, agent: AgentStore, onProblem: Parameters<SessionStore['scan']>[2]): SessionFile[] {
  const files = scanFolders({ home, agent, folders: [SESSIONS], identify: identifyWire, onProblem });
  const folders = files.length > 0 ? workFolders(home.realPath) : new Map<string, string>();
  for (const file of files) file.cwd = folders.get(file.parentId ?? file.threadId ?? '');
  return files;
}

/** Titles by thread id. Each stands in a file of its own; only wanted ones are read. */
class KimiTitles extends Map<string, string> {
  readonly #sessions = new Map<string, string>();

  constructor(files: readonly SessionFile[]) {
    super();
    for (const { threadId, parentId, realPath } of files) {
      const place = placeOf(realPath);
      if (threadId !== undefined && parentId === undefined && place) this.#sessions.set(threadId, place.session);
    }
  }

  override get(id: string): string | undefined {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    const title = session === undefined ? undefined : titleOf(session);
    if (title !== undefined) this.set(id, title);
    return super.get(id);
  }
}

/** The time of the last line that has one. */
function lastTime(tail: Uint8Array): number | undefined {
  const lines = new TextDecoder().decode(tail).split('\n');
  for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
    const { time } = parseObject(line) ?? {};
    if (typeof time === 'number' && time > 0) return time;
  }
  return undefined;
}
