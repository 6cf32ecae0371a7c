import { setTimeout as wait } from 'node:timers/promises';
import type { ThreadStore } from 'threadline/archive';
import type { ApiOutline, ApiSessions, ApiUsage, SessionHead } from '../../src/doors/server/api-types.ts';
import { startViewer } from '../../src/doors/server/viewer.ts';
import { addUsage, type Door, type DoorFacts, type DoorUsage, NO_USAGE } from './door-facts.ts';

/** Looks again until nothing was new for so long; longer while something is missing that the store knows. */
const QUIET_MS = 120;
const MISSING_MS = 1000;
const LONGEST_MS = 20_000;

/** The list of the viewer, as a page gets it once everything was counted. `homes` are absent where a server is shown. */
export async function viewerDoor(
  name: string,
  store: ThreadStore,
  homes?: readonly string[],
): Promise<Door & { outlines: Door }> {
  const { rows } = await store.listSessions({ subagents: true }, { limit: 1000 });
  const used = new Set((await store.usage({ by: 'session' })).map(({ key }) => key));
  const known = new Set(rows.map(({ key }) => `${key.agent} ${key.threadId}`));
  const isWhole = (heads: readonly SessionHead[]) =>
    heads.length >= known.size && heads.every(({ id, usage }) => usage !== undefined || !used.has(id));
  const faults: unknown[] = [];
  const viewer = await startViewer({
    homes: homes ?? [],
    local: homes !== undefined,
    webFolder: import.meta.dirname,
    port: 0,
    version: '0',
    userHome: '/home/me',
    onFault: (fault) => faults.push(fault),
  });
  try {
    viewer.setStore(store);
    const heads = await settled(() => listOf(viewer.addressWithToken), isWhole);
    const outlines = new Map<string, DoorFacts>();
    for (const head of homes ? heads : [])
      outlines.set(`${head.agent} ${head.id}`, await quietOutline(viewer.addressWithToken, head));
    if (faults.length > 0) throw faults[0];
    return {
      name,
      outlines: { name: `outline of the ${name}`, sessions: outlines },
      sessions: new Map(heads.map((head) => [`${head.agent} ${head.id}`, factsOf(head)])),
    };
  } finally {
    await viewer.close();
  }
}

async function settled(
  list: () => Promise<SessionHead[]>,
  isWhole: (heads: readonly SessionHead[]) => boolean,
): Promise<SessionHead[]> {
  let [known, since] = ['', performance.now()];
  for (const start = since; performance.now() - start < LONGEST_MS; await wait(30)) {
    const heads = await list();
    const now = JSON.stringify(heads);
    if (now !== known) [known, since] = [now, performance.now()];
    if (performance.now() - since > (isWhole(heads) ? QUIET_MS : MISSING_MS)) return heads;
  }
  throw new Error('the list of the viewer does not come to rest');
}

async function listOf(address: string): Promise<SessionHead[]> {
  const { items } = (await asked(address, '/api/sessions?limit=200')) as ApiSessions;
  return items;
}

/**
 * A turn that failed without a mark is shown after a moment of silence. Known difference: where its last row is an answer, which
 * says why, the thread shows no error while the file may grow, because only the end of the file tells.
 */
async function quietOutline(address: string, head: SessionHead): Promise<DoorFacts> {
  for (const start = performance.now(); ; await wait(MISSING_MS)) {
    const { kinds, ...outline } = await outlineOf(address, head);
    const missing = head.errors - (outline.errors ?? 0);
    if (missing <= 0 || performance.now() - start > LONGEST_MS) return outline;
    if (missing === 1 && /ax*$/.test(kinds)) return { ...outline, errors: head.errors };
  }
}

/** The errors that a thread shows, and the tokens of its turns. */
async function outlineOf(address: string, { key }: SessionHead): Promise<DoorFacts & Pick<ApiOutline, 'kinds'>> {
  const path = `/api/sessions/${key.split('/').map(encodeURIComponent).join('/')}/outline`;
  const { errors, turns, kinds } = (await asked(address, path)) as ApiOutline;
  if (turns.length === 0) return { kinds, errors: errors.length };
  const used = turns.reduce<DoorUsage>((sum, { usage }) => (usage ? addUsage(sum, priced(usage)) : sum), NO_USAGE);
  return { kinds, errors: errors.length, usage: withoutRequests(used) };
}

async function asked(address: string, path: string): Promise<unknown> {
  const token = new URL(address).searchParams.get('token');
  const answer = await fetch(new URL(path, address), { headers: { authorization: `Bearer ${token}` } });
  return answer.json();
}

function factsOf(head: SessionHead): DoorFacts {
  const idOf = (key: string | undefined) => key?.slice(key.indexOf('/') + 1) ?? null;
  return {
    titleLine: head.title,
    firstLine: head.firstPrompt ?? null,
    folder: head.project ?? null,
    branch: head.branch ?? null,
    model: head.model ?? null,
    version: head.version ?? null,
    startedAt: head.startedAt ?? null,
    endedAt: head.lastAt,
    turns: head.turns,
    messages: head.messages,
    errors: head.errors,
    problems: head.problems,
    status: head.status,
    parent: idOf(head.parent),
    fork: idOf(head.forkedFrom),
    usage: withoutRequests(head.usage ? priced(head.usage) : NO_USAGE),
  };
}

const priced = (usage: ApiUsage): DoorUsage => ({ ...usage, costUsd: usage.costUsd ?? undefined });

/** The list shows tokens; how many requests they were, nobody asks there. */
function withoutRequests({ requests: _, ...usage }: DoorUsage): DoorUsage {
  return usage;
}
