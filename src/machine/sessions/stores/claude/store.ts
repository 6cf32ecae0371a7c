import { dirname, join, sep } from 'node:path';
import type { ThreadStartedEvent } from '../../../../core/thread/event.ts';
import type { OnSessionProblem } from '../../problem.ts';
import { homeAbove, scanFolders } from '../../scan-folders.ts';
import type { AgentStore, Home, SessionFile, SessionOrigin, SessionStore } from '../../store.ts';
import { lastLineTime } from '../line-time.ts';
import { readAgentNote, startedThreads } from './agent-notes.ts';
import { desktopFolders, desktopRecord } from './desktop.ts';
import { claudeHomes } from './homes.ts';
import { identifyPath, isAgentBesideSession } from './name.ts';
import { ownLines } from './own-lines.ts';
import { spilledOutput } from './spilled-output.ts';
import { ClaudeTitles, titleInTail } from './titles.ts';
import { isWarmup } from './warmup.ts';

const PROJECTS = 'projects';
/** Plans, copies of edited files, environments and logs of each session. */
const OWN_FOLDERS = ['todos', 'tasks', 'file-history', 'session-env', 'debug'];

/** `~/.claude`: a folder for each working folder, with a file for each session and each sub-agent. */
export const claudeStore: SessionStore = {
  homes: claudeHomes,
  scan,
  identify(path) {
    const home = homeAbove(path, [PROJECTS]);
    const identity = home === undefined || isOfOther(path, home) ? undefined : identifyPath(path);
    return identity && { ...identity, home };
  },
  titles: (home, onProblem, ends, found) =>
    new ClaudeTitles(
      found ?? scan(home, { name: 'claude', title: 'Claude Code', store: claudeStore }, onProblem),
      ends,
    ),
  project: (path) => desktopRecord({ realPath: path })?.project,
  lastTime: lastLineTime,
  // Paths of another machine's file are never looked up.
  tailTitle: (file, tail) => titleInTail(tail) ?? (file.open ? undefined : desktopRecord(file)?.title),
  wholeOutput: spilledOutput,
  origin,
  startedThreads,
  agentNote: readAgentNote,
  ownLines,
  beside: (file, home) => ({
    folders: [dirname(file.realPath), ...OWN_FOLDERS.map((name) => join(home.realPath, name))],
    shared: [join(home.realPath, 'history.jsonl')],
  }),
  promptLogs: ({ realPath }) => [{ path: join(realPath, 'history.jsonl') }],
  newSession: {
    loadWriter: async () =>
      (await import('../../../../core/writers/claude-project-writer.ts')).createClaudeProjectWriter,
    place: (_, { id, cwd }) => [PROJECTS, cwd.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`],
  },
  mayBeChild: (file, parent) => isAgentBesideSession(file.path) && dirname(file.realPath) === dirname(parent.realPath),
};

/** Other agents have folders of this name too, in which each project's are sorted: no id of Claude's is such a word. */
const SORTED = new Set(['chats', 'subagents', 'agent-transcripts']);

/** The path begins with the home and `projects`: `relative` takes both apart, for each file of a home. */
function isOfOther(path: string, home: string): boolean {
  const start = home.endsWith(sep) ? home.length : home.length + sep.length;
  const [, folder = ''] = path.slice(start + PROJECTS.length + sep.length).split(sep, 2);
  return SORTED.has(folder);
}

function scan(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[] {
  const files = scanFolders({
    home,
    agent,
    folders: [PROJECTS, ...desktopFolders(home)],
    identify: (path, folder) => (folder === PROJECTS && isOfOther(path, home.path) ? undefined : identifyPath(path)),
    onProblem,
  });
  // Some versions create the file of a session that never begins.
  const begun = files.filter(({ size }) => size > 0);
  // Agents that nobody talks to are not listed, but their usage counts.
  for (const file of begun) {
    if (isAgentBesideSession(file.path) && isWarmup(file.realPath, file.size)) file.isSuperseded = true;
    const record = desktopRecord(file);
    if (!record) continue;
    file.cwd = record.project;
    file.archived = record.archived;
  }
  return begun;
}

function origin({ originator, parent_thread_id: parentId }: ThreadStartedEvent): SessionOrigin {
  const source = parentId === undefined ? originator : 'subagent';
  return { ...(source !== undefined && { source }), ...(parentId !== undefined && { parentId }) };
}
