import type { SessionKey, SessionRow, ThreadStore } from '../archive/index.ts';
import { isObject } from '../lines/json.ts';

/** What is known of who asks. */
export interface Asker {
  /** `clientInfo.name` of its first message. */
  client?: string | undefined;
  /** `_meta` of the call. */
  meta?: unknown;
  env: Readonly<Record<string, string | undefined>>;
  /** When the server's process was started, in milliseconds since 1970: before the agent's first turn. */
  startedAt: number;
}

/** How agents call themselves when they speak to a server. */
const CLIENTS: readonly { part: string; agent: string }[] = [
  { part: 'codex', agent: 'codex' },
  { part: 'claude', agent: 'claude' },
  { part: 'gemini', agent: 'gemini' },
];
const LONGEST_ID = 200;
const PAGE = 200;

/**
 * The session that asks, so that it is never answered with its own words. Codex names its thread with each call. Claude Code
 * names its session when it starts the server, and may go on with another: those that work since then count too. Where
 * nothing is told, it is every session of that agent that was written to since the server was started, and the newest one
 * while it works: rather one too many than its own.
 */
export async function ownSessions(store: ThreadStore, asker: Asker): Promise<SessionKey[]> {
  const name = asker.client?.toLowerCase() ?? '';
  const agent = CLIENTS.find(({ part }) => name.includes(part))?.agent;
  const called = keysOf('codex', calledIds(asker.meta));
  if (called.length > 0) return called;
  const started = keysOf('claude', [asker.env.CLAUDE_CODE_SESSION_ID]);
  // An agent that another one started has its variables.
  const isTold = started.length > 0 && (agent === undefined || agent === 'claude');
  return [...started, ...(await runningSessions(store, agent, asker.startedAt, isTold))];
}

/** A sub-agent has a thread of its own in its parent's session. */
function calledIds(meta: unknown): unknown[] {
  const fields = isObject(meta) ? meta : {};
  const turn = fields['x-codex-turn-metadata'];
  const { thread_id, session_id } = isObject(turn) ? turn : {};
  return [fields.threadId, fields.sessionId, thread_id, session_id];
}

function keysOf(agent: string, ids: readonly unknown[]): SessionKey[] {
  const known = ids.flatMap((id) => (typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? [id] : []));
  return [...new Set(known)].map((threadId) => ({ agent, threadId }));
}

async function runningSessions(
  store: ThreadStore,
  agent: string | undefined,
  startedAt: number,
  isTold: boolean,
): Promise<SessionKey[]> {
  const isWorking = ({ status }: SessionRow) => status === 'working';
  const since = { agent, since: startedAt, subagents: true };
  const { rows } = await store.listSessions(since, { limit: PAGE });
  if (isTold) return rows.filter(isWorking).map(({ key }) => key);
  const { rows: newest } = await store.listSessions({ agent, subagents: true }, { limit: 1 });
  return [...rows, ...newest.filter(isWorking)].map(({ key }) => key);
}
