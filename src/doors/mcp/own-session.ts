import type { SessionKey, SessionRow, ThreadStore } from '../../archive/index.ts';
import { isObject } from '../../core/lines/json.ts';
import type { AskingAgent } from './askers/asking-agent.ts';
import { askingAgents } from './askers/registry.ts';

/** The known facts of the caller. */
export interface Asker {
  /** `clientInfo.name` of its first message. */
  client?: string | undefined;
  /** `_meta` of the call. */
  meta?: unknown;
  env: Readonly<Record<string, string | undefined>>;
  /** The time when the server's process was started, in milliseconds since 1970: before the agent's first turn. */
  startedAt: number;
}

const LONGEST_ID = 200;
const PAGE = 200;

/**
 * The calling session, so that it is never answered with its own words. A call may name it, and that is certain. The
 * server's variables may name it too, but then sessions that work since the start count as well. If nothing names it,
 * it is every session of that agent that was written to since the server was started, and the newest one while it
 * works: rather one too many than its own.
 */
export async function ownSessions(
  store: ThreadStore,
  asker: Asker,
  askers: readonly AskingAgent[] = askingAgents,
): Promise<SessionKey[]> {
  const meta = isObject(asker.meta) ? asker.meta : {};
  const called = askers.flatMap(({ agent, called }) => keysOf(agent, called?.(meta) ?? []));
  if (called.length > 0) return called;
  const started = askers.flatMap(({ agent, started }) => keysOf(agent, started?.(asker.env) ?? []));
  const name = asker.client?.toLowerCase() ?? '';
  const agent = askers.find(({ client, isWholeName }) =>
    isWholeName ? name === client : name.includes(client),
  )?.agent;
  // An agent that another one started has the other's variables.
  const isTold = started.some((key) => agent === undefined || key.agent === agent);
  return [...started, ...(await runningSessions(store, agent, asker.startedAt, isTold))];
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
