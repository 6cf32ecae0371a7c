import { basename, dirname } from 'node:path';
import type { FileIdentity } from '../../store.ts';

const WIRE = 'wire.jsonl';
const MAIN = 'main';
const SESSION = /^[\w-]{1,128}$/;
const AGENT = /^[\w-]{1,64}$/;

/** The place of a wire file: `sessions/<folder>/<session>/agents/<agent>/wire.jsonl`. */
export interface WirePlace {
  agent: string;
  /** The folder of the session. */
  session: string;
}

export function placeOf(path: string): WirePlace | undefined {
  // Most files of a home that is named for all agents are those of others.
  if (!path.endsWith(WIRE)) return undefined;
  const folder = dirname(path);
  const agents = dirname(folder);
  const agent = basename(folder);
  if (basename(path) !== WIRE || basename(agents) !== 'agents' || !AGENT.test(agent)) return undefined;
  const session = dirname(agents);
  return SESSION.test(basename(session)) ? { agent, session } : undefined;
}

/** No line of the file names the session. The id of a sub-agent is only unique in its session, so both are joined. */
export function identifyWire(path: string): FileIdentity | undefined {
  const place = placeOf(path);
  if (!place) return undefined;
  const id = basename(place.session).toLowerCase();
  if (place.agent === MAIN) return { wire: 'kimi-wire', threadId: id, archived: false };
  return { wire: 'kimi-wire', threadId: agentId(id, place.agent), parentId: id, archived: false };
}

function agentId(session: string, agent: string): string {
  return `${session}.${agent.toLowerCase()}`;
}
