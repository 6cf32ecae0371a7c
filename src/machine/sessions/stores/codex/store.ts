import { join } from 'node:path';
import { isObject } from '../../../../core/lines/json.ts';
import type { ThreadStartedEvent } from '../../../../core/thread/event.ts';
import { uuidTime } from '../../../../core/thread/time.ts';
import { pathName } from '../../path-name.ts';
import { homeAbove, scanFolders } from '../../scan-folders.ts';
import type { FileIdentity, SessionFile, SessionOrigin, SessionStore } from '../../store.ts';
import { lastLineTime } from '../line-time.ts';
import { codexHomes } from './homes.ts';
import { lastTurnMark } from './last-turn-mark.ts';
import { parseRolloutName } from './name.ts';
import { quickHead } from './quick-head.ts';
import { readTitles } from './titles.ts';
import { createTurnScanner } from './turn-scanner.ts';

/** Sorted by year, month and day, or flat in old versions. Archived ones are always flat. */
const ACTIVE = 'sessions';
const ARCHIVED = 'archived_sessions';

/** `~/.codex`: a file for each thread, with the titles in an index beside them. */
export const codexStore: SessionStore = {
  homes: codexHomes,
  scan(home, agent, onProblem) {
    const folders = [ACTIVE, ARCHIVED];
    return markSuperseded(scanFolders({ home, agent, folders, identify, onProblem }));
  },
  identify(path) {
    const identity = identify(path);
    const home = homeAbove(path, [ACTIVE, ARCHIVED]);
    if (!identity || home === undefined) return identity;
    return { ...identity, home, archived: path.slice(home.length + 1).startsWith(ARCHIVED) };
  },
  titles: readTitles,
  lastTime: lastLineTime,
  supersedes,
  origin,
  startedThreads: ({ item }) => (item.type === 'collab_tool_call' ? item.receiver_thread_ids : []),
  mayBeChild,
  createTurnScanner,
  lastTurnMark,
  beside: (_, { realPath }) => ({
    folders: [join(realPath, 'shell_snapshots')],
    shared: ['history.jsonl', 'session_index.jsonl'].map((name) => join(realPath, name)),
  }),
  promptLogs: ({ realPath }) => [{ path: join(realPath, 'history.jsonl') }],
  newSession: {
    loadWriter: async () => (await import('../../../../core/writers/codex-rollout-writer.ts')).createCodexRolloutWriter,
    place: (_, { id, startedAt }) => {
      const time = new Date(startedAt).toISOString();
      const [year = '', month = '', day = ''] = time.slice(0, 10).split('-');
      return [ACTIVE, year, month, day, `rollout-${time.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`];
    },
  },
  quickHead,
  // Loaded only for a fork: it reads events, and finding files needs no reader.
  history: async (file, started, files) =>
    (await import('./history.ts')).findHistory(file, started.history_base, files),
};

function identify(path: string, folder?: string): FileIdentity | undefined {
  const name = parseRolloutName(pathName(path));
  return name && { wire: 'codex-rollout', ...name, archived: folder === ARCHIVED };
}

/** A revert begins a new file of the thread, with a greater id (UUIDv7). An active file supersedes an archived one. */
function markSuperseded(files: SessionFile[]): SessionFile[] {
  const current = new Map<string, SessionFile>();
  for (const file of files) {
    if (file.threadId === undefined) continue;
    const other = current.get(file.threadId);
    if (other) {
      const isNewer = supersedes(file, other);
      (isNewer ? other : file).isSuperseded = true;
      if (!isNewer) continue;
    }
    current.set(file.threadId, file);
  }
  return files;
}

function supersedes(file: SessionFile, other: SessionFile): boolean {
  if (file.rolloutId !== other.rolloutId) return (file.rolloutId ?? '') > (other.rolloutId ?? '');
  return other.archived && !file.archived;
}

/** Ids hold the start time of a thread: a sub-agent starts after its parent, while that goes on. */
function mayBeChild(file: SessionFile, parent: SessionFile): boolean {
  const begun = uuidTime(file.threadId ?? '');
  if (begun === undefined || parent.threadId === undefined) return false;
  return begun >= (uuidTime(parent.threadId) ?? 0) && begun <= parent.modified;
}

function origin({ source, parent_thread_id: parentId }: ThreadStartedEvent): SessionOrigin {
  return { source: sourceName(source), parentId: parentId ?? parentOfSource(source) };
}

/** A string, or an object with one key that names the kind: `{subagent: …}`, `{custom: "name"}`, `{internal: …}`. */
function sourceName(source: unknown): string | undefined {
  if (typeof source === 'string') return source;
  if (!isObject(source)) return undefined;
  return typeof source.custom === 'string' ? source.custom : Object.keys(source)[0];
}

function parentOfSource(source: unknown): string | undefined {
  const agent = isObject(source) ? source.subagent : undefined;
  const spawn = isObject(agent) ? agent.thread_spawn : undefined;
  return isObject(spawn) && typeof spawn.parent_thread_id === 'string' ? spawn.parent_thread_id : undefined;
}
