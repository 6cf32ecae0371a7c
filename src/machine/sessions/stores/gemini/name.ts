import { basename, dirname } from 'node:path';
import type { FileIdentity } from '../../store.ts';

const CHATS = 'chats';
/** `session-<minute>-<beginning of the id>`. The file holds the whole id. */
const SESSION = /^session-[\w-]{1,64}\.jsonl?$/i;
/** The id of a sub-agent is a UUID from 0.52 on, before that a short word. */
const AGENT = /^([\w-]{1,64})\.jsonl?$/i;
const BEGINNING = /-([0-9a-f]{8})\.jsonl?$/i;

/** The facts from a chat's path: `chats/session-….jsonl`, for sub-agents `chats/<parent>/<id>.jsonl`. */
export function identifyChat(path: string): FileIdentity | undefined {
  const folder = dirname(path);
  const name = basename(path);
  if (basename(folder) === CHATS) return SESSION.test(name) ? { wire: 'gemini-chat', archived: false } : undefined;
  const [, agent] = AGENT.exec(name) ?? [];
  if (agent === undefined || basename(dirname(folder)) !== CHATS) return undefined;
  const parentId = basename(folder).toLowerCase();
  return { wire: 'gemini-chat', threadId: agent.toLowerCase(), parentId, archived: false };
}

/** The project folder of a chat. */
export function projectAbove(path: string): string {
  const folder = dirname(path);
  return dirname(basename(folder) === CHATS ? folder : dirname(folder));
}

/** The first characters of the thread's id, which end the name of a session. */
export function idBeginning(path: string): string | undefined {
  return BEGINNING.exec(basename(path))?.[1]?.toLowerCase();
}
