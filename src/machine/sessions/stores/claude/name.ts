import { basename, dirname } from 'node:path';
import { pathName } from '../../path-name.ts';
import type { FileIdentity } from '../../store.ts';

const SESSION = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl(?:\.zst)?$/i;
/** The id of a sub-agent is short and has no fixed form. */
const AGENT = /^agent-([\w-]{1,64})\.jsonl(?:\.zst)?$/i;
const AGENTS_FOLDER = 'subagents';

/** `<session>.jsonl`; `agent-<id>.jsonl` beside it (2.0.77) or in `<session>/subagents` (2.1.20). Else undefined. */
export function identifyPath(path: string): FileIdentity | undefined {
  const name = pathName(path);
  const [, session] = SESSION.exec(name) ?? [];
  if (session !== undefined) return { wire: 'claude-project', threadId: session.toLowerCase(), archived: false };
  const [, agent] = AGENT.exec(name) ?? [];
  if (agent === undefined) return undefined;
  const identity: FileIdentity = { wire: 'claude-project', threadId: agent.toLowerCase(), archived: false };
  const folder = dirname(path);
  if (basename(folder) === AGENTS_FOLDER) identity.parentId = basename(dirname(folder)).toLowerCase();
  return identity;
}

/** True for a sub-agent's file that lies beside those of sessions. */
export function isAgentBesideSession(path: string): boolean {
  return AGENT.test(pathName(path)) && basename(dirname(path)) !== AGENTS_FOLDER;
}
