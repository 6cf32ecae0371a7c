import { dirname } from 'node:path';
import type { ThreadStartedEvent } from '../../../../core/thread/event.ts';
import { unwrapPrompt } from '../../../../core/wires/claude/prompt-text.ts';
import type { OnSessionProblem } from '../../problem.ts';
import { homeAbove, scanFolders } from '../../scan-folders.ts';
import type { AgentStore, Home, SessionFile, SessionOrigin, SessionStore } from '../../store.ts';
import { readAgentNote, startedThreads } from './agent-notes.ts';
import { claudeHomes } from './homes.ts';
import { identifyPath, isAgentBesideSession } from './name.ts';
import { spilledOutput } from './spilled-output.ts';
import { ClaudeTitles, titleInTail } from './titles.ts';
import { isWarmup } from './warmup.ts';

const PROJECTS = 'projects';

/** `~/.claude`: a folder for each working folder, with a file for each session and each sub-agent. */
export const claudeStore: SessionStore = {
  homes: claudeHomes,
  scan,
  identify(path) {
    const home = homeAbove(path, [PROJECTS]);
    const identity = home === undefined ? undefined : identifyPath(path);
    return identity && { ...identity, home };
  },
  titles: (home, onProblem) =>
    new ClaudeTitles(scan(home, { name: 'claude', title: 'Claude Code', store: claudeStore }, onProblem)),
  tailTitle: (_, tail) => titleInTail(tail),
  prompt: unwrapPrompt,
  wholeOutput: spilledOutput,
  origin,
  startedThreads,
  agentNote: readAgentNote,
  newSession: {
    loadWriter: async () =>
      (await import('../../../../core/writers/claude-project-writer.ts')).createClaudeProjectWriter,
    place: (_, { id, cwd }) => [PROJECTS, cwd.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`],
  },
  mayBeChild: (file, parent) => isAgentBesideSession(file.path) && dirname(file.realPath) === dirname(parent.realPath),
};

function scan(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[] {
  const files = scanFolders({ home, agent, folders: [PROJECTS], identify: identifyPath, onProblem });
  // Some versions create the file of a session that never begins.
  const begun = files.filter(({ size }) => size > 0);
  // Agents that nobody talks to are not listed, but their usage counts.
  for (const file of begun) {
    if (isAgentBesideSession(file.path) && isWarmup(file.realPath, file.size)) file.isSuperseded = true;
  }
  return begun;
}

function origin({ originator, parent_thread_id: parentId }: ThreadStartedEvent): SessionOrigin {
  const source = parentId === undefined ? originator : 'subagent';
  return { ...(source !== undefined && { source }), ...(parentId !== undefined && { parentId }) };
}
