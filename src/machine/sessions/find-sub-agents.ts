import { machineLimits } from '../../limits/machine.ts';
import { findFiles } from './find-files.ts';
import type { HomeOptions } from './homes.ts';
import { locateFile } from './locate-file.ts';
import { readHead } from './session-head.ts';
import { type SessionInfo, sessionInfo } from './session-info.ts';
import type { StartedAgents } from './started-agents.ts';
import { type AgentNote, normaliseId, type SessionFile } from './store.ts';

/** Finds the files of the agents that a session started, and of those that these started. */
export interface SubAgentFinder {
  root: SessionFile;
  /** The children of a thread that were not returned before. */
  childrenOf(parent: SessionFile, id: string): Promise<SessionFile[]>;
  noteOf(file: SessionFile): AgentNote;
}

/** A child's path or header names the thread as its parent, or a call named it. Each comes once, so circles end. */
export async function createSubAgentFinder(
  info: SessionInfo,
  started: StartedAgents,
  options: HomeOptions,
): Promise<SubAgentFinder> {
  const root = await locateFile({ path: info.path }, options);
  const { agent, home } = root;
  const files = agent && home !== undefined ? findFiles({ agents: [agent], homes: [home] }) : [];
  const others = files.filter((file) => !file.isSuperseded && file.realPath !== root.realPath);
  /** Files not returned yet, the oldest first. */
  const left = new Set(others.reverse());
  /** Parents that only headers name. Each header is read once. */
  const parents = new Map<SessionFile, string | undefined>();

  async function parentOf(file: SessionFile, parent: SessionFile): Promise<string | undefined> {
    if (file.parentId !== undefined) return file.parentId;
    if (parents.has(file)) return parents.get(file);
    if (!agent?.store.mayBeChild?.(file, parent) || parents.size >= machineLimits.maxSubAgentCandidates)
      return undefined;
    const { parentId } = sessionInfo(file, await readHead(file, { onlyIdentity: true }));
    parents.set(file, parentId === undefined ? undefined : normaliseId(parentId));
    return parents.get(file);
  }

  return {
    root,
    async childrenOf(parent, id) {
      const children: SessionFile[] = [];
      for (const file of left) {
        const isNamed = file.threadId !== undefined && started.callOf(file.threadId) !== undefined;
        if (!isNamed && (await parentOf(file, parent)) !== normaliseId(id)) continue;
        left.delete(file);
        children.push(file);
      }
      return children;
    },
    noteOf: (file) => agent?.store.agentNote?.(file) ?? {},
  };
}
