import { basename, dirname, join } from 'node:path';
import { parseObject } from '../../../../core/lines/json.ts';
import type { ThreadStartedEvent } from '../../../../core/thread/event.ts';
import { asVersion5 } from '../../../../core/writers/derived-id.ts';
import { homeWithTilde } from '../../home-named-by.ts';
import type { OnSessionProblem } from '../../problem.ts';
import { readStart } from '../../read-start.ts';
import { homeAbove, scanFolders } from '../../scan-folders.ts';
import type { AgentNote, AgentStore, FileIdentity, Home, SessionFile, SessionStore } from '../../store.ts';
import { LazyTitles } from '../lazy-titles.ts';
import { lastLineTime } from '../line-time.ts';
import { titleAtEndOf, titleIn, titleInTail } from './titles.ts';

const PROJECTS = 'projects';
const CHATS = 'chats';
const AGENTS = 'subagents';
/** A session that a person put aside. */
const ARCHIVE = 'archive';
const FILE = /^([\w-]{1,128})\.jsonl(?:\.zst)?$/;
const AGENT_FILE = /^agent-([\w.-]{1,200})\.jsonl(?:\.zst)?$/;
/** A note is a few hundred bytes. */
const NOTE_BYTES = 64 * 1024;

/** `~/.qwen`: a folder for each working folder in `projects`, with a chat for each session and a file for each sub-agent. */
export const qwenStore: SessionStore = {
  /** QWEN_HOME replaces the folder itself, and QWEN_RUNTIME_DIR the one for what a run leaves. */
  homes: (env) => homeWithTilde(env, ['QWEN_RUNTIME_DIR', 'QWEN_HOME'], '.qwen'),
  scan,
  identify(path) {
    const identity = identifyPath(path);
    const home = homeAbove(path, [PROJECTS]);
    return identity && home !== undefined ? { ...identity, home } : undefined;
  },
  titles: (home, onProblem, _ends, found) =>
    new LazyTitles(
      found ?? scan(home, { name: 'qwen', title: 'Qwen Code', store: qwenStore }, onProblem),
      titleAtEndOf,
    ),
  tailTitle: (_, tail) => titleInTail(tail),
  title: titleIn,
  lastTime: lastLineTime,
  origin,
  agentNote,
  newSession: {
    // `--resume` takes any other id for a title.
    id: asVersion5,
    loadWriter: async () => (await import('../../../../core/writers/qwen-chat-writer.ts')).createQwenChatWriter,
    place: (_, { id, cwd }) => [PROJECTS, projectName(cwd), CHATS, `${id}.jsonl`],
  },
  beside: ({ realPath }) => ({ folders: [join(dirname(dirname(realPath)), AGENTS)], shared: [] }),
};

/** The folder of a working folder. On Windows its letters are all small. */
function projectName(cwd: string): string {
  return (process.platform === 'win32' ? cwd.toLowerCase() : cwd).replace(/[^A-Za-z0-9]/g, '-');
}

/** `chats/<session>.jsonl`, `subagents/<session>/agent-<id>.jsonl`. */
function identifyPath(path: string): FileIdentity | undefined {
  // Most files of a home that is named for all agents are Claude's.
  if (!path.includes(CHATS) && !path.includes(AGENTS)) return undefined;
  const folder = dirname(path);
  const name = basename(path);
  const isArchived = basename(folder) === ARCHIVE;
  if (basename(isArchived ? dirname(folder) : folder) === CHATS) {
    const [, id] = FILE.exec(name) ?? [];
    return id === undefined ? undefined : { wire: 'qwen-chat', threadId: id.toLowerCase(), archived: isArchived };
  }
  const [, agent] = AGENT_FILE.exec(name) ?? [];
  if (agent === undefined || basename(dirname(folder)) !== AGENTS) return undefined;
  const parentId = basename(folder).toLowerCase();
  return { wire: 'qwen-chat', threadId: agent.toLowerCase(), parentId, archived: false };
}

function scan(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[] {
  const files = scanFolders({ home, agent, folders: [PROJECTS], identify: identifyPath, onProblem });
  return files.filter(({ size }) => size > 0);
}

function origin({ source, parent_thread_id: parentId }: ThreadStartedEvent): { source?: string; parentId?: string } {
  return { ...(source === 'subagent' && { source }), ...(parentId !== undefined && { parentId }) };
}

/** `agent-<id>.meta.json` beside the file of a sub-agent. */
function agentNote({ realPath }: SessionFile): AgentNote {
  const path = realPath.replace(/\.jsonl(?:\.zst)?$/, '.meta.json');
  const { toolUseId, description } = parseObject(readStart(path, NOTE_BYTES)) ?? {};
  const note: AgentNote = {};
  if (typeof toolUseId === 'string' && toolUseId !== '') note.callId = toolUseId;
  if (typeof description === 'string' && description.trim() !== '') note.title = description;
  return note;
}
