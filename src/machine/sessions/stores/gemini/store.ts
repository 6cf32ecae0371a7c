import { basename, dirname, join } from 'node:path';
import type { OnSessionProblem } from '../../problem.ts';
import { scanFolders } from '../../scan-folders.ts';
import type { AgentStore, FileIdentity, Home, PromptLog, SessionFile, SessionStore } from '../../store.ts';
import { lastLineTime } from '../line-time.ts';
import { geminiHomes } from './homes.ts';
import { identifyChat, projectAbove } from './name.ts';
import { namesIn, projectFolder } from './project-folder.ts';
import { type Projects, readProjects } from './projects.ts';
import { GeminiTitles, titleIn, titleInTail } from './titles.ts';
import { findJoined, isFuller, markTwins } from './twins.ts';

const PROJECTS = 'tmp';

/** `~/.gemini`: a folder per project in `tmp`, with a chat per session and a folder of chats for its sub-agents. */
export const geminiStore: SessionStore = {
  homes: geminiHomes,
  scan,
  find: (path, agent) =>
    findJoined(path, () => {
      const home = dirname(dirname(projectAbove(path)));
      return scan({ path: home, realPath: home }, agent, () => {});
    }),
  identify(path) {
    const identity = identifyChat(path);
    const above = dirname(projectAbove(path));
    if (!identity || basename(above) !== PROJECTS) return identity;
    return { ...identity, home: dirname(above) };
  },
  project: (path, home) => readProjects(home)(projectAbove(path)),
  tailTitle: (file, tail) =>
    file.parentId === undefined && file.path.endsWith('.jsonl') ? titleInTail(tail) : undefined,
  lastTime: lastLineTime,
  supersedes: isFuller,
  titles: (home, onProblem, ends, found) =>
    new GeminiTitles(found ?? scan(home, { name: 'gemini', title: 'Gemini CLI', store: geminiStore }, onProblem), ends),
  title: titleIn,
  origin: ({ source }) => (source === 'subagent' ? { source } : {}),
  // From 0.39 on. Before that, only the folder names the parent.
  startedThreads: ({ item }) => (typeof item.extra?.agentId === 'string' ? [item.extra.agentId] : []),
  beside: ({ realPath }) => ({ folders: [], shared: [join(projectAbove(realPath), 'logs.json')] }),
  promptLogs,
  newSession: {
    loadWriter: async () => (await import('../../../../core/writers/gemini-chat-writer.ts')).createGeminiChatWriter,
    place(home, { id, cwd, startedAt }) {
      const minute = new Date(startedAt).toISOString().slice(0, 16).replace(':', '-');
      return [PROJECTS, projectFolder(home.realPath, cwd), 'chats', `session-${minute}-${id.slice(0, 8)}.jsonl`];
    },
  },
};

function scan(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[] {
  const projects = readProjects(home.realPath);
  const folders = namesIn(join(home.path, PROJECTS)).map((name) => join(PROJECTS, name, 'chats'));
  const identify = (path: string) => {
    const identity = identifyChat(path);
    return identity && placed(identity, path, projects);
  };
  return markTwins(scanFolders({ home, agent, folders, identify, onProblem }));
}

function placed(identity: FileIdentity, path: string, projects: Projects): FileIdentity {
  const cwd = projects(projectAbove(path));
  return cwd === undefined ? identity : { ...identity, cwd };
}

/** A log for each project. */
function promptLogs({ realPath }: Home): PromptLog[] {
  const projectOf = readProjects(realPath);
  return namesIn(join(realPath, PROJECTS)).map((name) => {
    const folder = join(realPath, PROJECTS, name);
    return { path: join(folder, 'logs.json'), project: projectOf(folder) };
  });
}
