import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { AgentName } from '../../core/thread/event.ts';
import { errorCode, systemMessage } from './file-fault.ts';
import type { OnSessionProblem, SessionProblem } from './problem.ts';
import type { AgentStore, Environment, Home, SessionFile, StoreHomes } from './store.ts';
import { agentStores } from './stores/registry.ts';

/** Where sessions are searched, and of which agents. */
export interface HomeOptions {
  /** The folders to search, for every agent. Default: those the environment names, else each agent's usual place. */
  homes?: readonly string[] | undefined;
  /** The environment whose variables name the homes. Default: that of the process. */
  env?: Environment | undefined;
  /** Only sessions of this agent. */
  agent?: AgentName | undefined;
  /** The agents to look for. Default: all that threadline knows. */
  agents?: readonly AgentStore[] | undefined;
  /** Receives problems of homes and files. Without it, they appear only in each session's `problems`. */
  onProblem?: OnSessionProblem | undefined;
}

export interface AgentHome {
  agent: AgentStore;
  home: Home;
}

/** Finds the homes that exist, each once per agent. */
export function findHomes(options: HomeOptions): AgentHome[] {
  const found: AgentHome[] = [];
  const wrong = new Map<string, SessionProblem>();
  for (const agent of wantedAgents(options)) {
    const { paths, isNamed } = options.homes
      ? { paths: options.homes, isNamed: true }
      : agent.store.homes(options.env ?? process.env);
    for (const given of paths) {
      const path = resolve(given);
      const realPath = realFolder(path);
      if (realPath === undefined) {
        const problem = whyNoFolder(path, isNamed);
        if (problem) wrong.set(problem.path, problem);
      } else if (!found.some((other) => other.agent === agent && other.home.realPath === realPath)) {
        found.push({ agent, home: { path, realPath } });
      }
    }
  }
  for (const problem of wrong.values()) options.onProblem?.(problem);
  return found;
}

/** A usual place that is not there is no problem. What nobody may look into may be there: many homes lie in one such folder. */
function whyNoFolder(path: string, isNamed: boolean): SessionProblem | undefined {
  try {
    statSync(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EPERM') {
      return { code: 'unreadable', message: systemMessage(error), path: closedFolder(path) };
    }
  }
  return isNamed ? { code: 'missing-home', message: 'there is no such folder', path } : undefined;
}

/** The folder above a path that lets nobody in. */
function closedFolder(path: string): string {
  const above = dirname(path);
  return realFolder(above) === undefined && above !== path ? closedFolder(above) : above;
}

/** The selected agents. An unknown name is a mistake of the caller. */
export function wantedAgents({ agents = agentStores, agent: name }: HomeOptions): readonly AgentStore[] {
  if (name === undefined) return agents;
  const wanted = agents.filter((agent) => agent.name === name);
  if (wanted.length > 0) return wanted;
  throw new TypeError(`there is no agent '${name}', only ${agents.map((agent) => agent.name).join(', ')}`);
}

/** The store of the agent of that name, if it is known. */
export function storeOf({ agent: name }: { agent?: AgentName | undefined }, { agents = agentStores }: HomeOptions) {
  return agents.find((agent) => agent.name === name)?.store;
}

/** Finds the session that is shown under a path but is not a file. */
export function sessionAt(path: string, options: HomeOptions): SessionFile | undefined {
  for (const agent of wantedAgents(options)) {
    const found = agent.store.find?.(path, agent);
    if (found) return found;
  }
  return undefined;
}

/** The real path of a folder; undefined if there is none. */
export function realFolder(path: string): string | undefined {
  try {
    const realPath = realpathSync(path);
    return path !== '' && statSync(realPath).isDirectory() ? realPath : undefined;
  } catch {
    return undefined;
  }
}

/** The homes that a variable names. An existing folder whose name holds a separator counts as one folder. */
export function namedHomes(value = '', separators: readonly string[]): StoreHomes | undefined {
  if (realFolder(value) !== undefined) return { paths: [value], isNamed: true };
  const parts = separators.reduce((texts, separator) => texts.flatMap((text) => text.split(separator)), [value]);
  const paths = parts.map((part) => part.trim()).filter((part) => part !== '');
  return paths.length > 0 ? { paths, isNamed: true } : undefined;
}
