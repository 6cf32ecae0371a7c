import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import { infoOfRow, isStubRow, type SessionKey } from '../../../archive/model/session-row.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { storedRows, storedUsage } from '../../../archive/model/stored-usage.ts';
import { arrangeSessions, type ListedSession, type SessionInfo } from '../../../machine/sessions/index.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import { createUsageTotal, type UsageTotal } from '../../../machine/usage/usage-total.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { findTexts } from '../sessions/archived-sessions.ts';
import { createSessionFilter } from '../sessions/filter.ts';
import { type ListedUsage, sessionKey } from '../sessions/session-usages.ts';
import type { SessionsOptions } from '../sessions/sessions.ts';
import { writeSessionsJson } from '../sessions/sessions-json.ts';
import { sessionTable } from '../sessions/table.ts';
import { amount } from '../wording.ts';

/** Servers hold more than anybody reads. This many are shown unless a number is given. */
const SCREENFUL = 30;

/** Lists the sessions of a store. They have no numbers: a list of many machines is different a moment later. */
export async function listRemote(store: ThreadStore, options: SessionsOptions): Promise<ExitCode> {
  const { filter, json, color, agents } = options;
  const said = filter.grep === undefined ? undefined : await findTexts(store, filter.grep);
  const isWanted = createSessionFilter(filter, said?.saidIn);
  const hasStatus = (row: SessionRow) => filter.status === undefined || infoOfRow(row).status === filter.status;
  const most = options.limit ?? SCREENFUL;
  const { rows, hasMore } = await wantedRows(store, options, (row) => isWanted(infoOfRow(row)) && hasStatus(row), most);
  const listed = arrangeSessions(rows.map(infoOfRow)).map((session): ListedSession => ({ ...session, number: '-' }));
  const usage = options.usage ? await usagesOf(store, rows, !options.all && !options.tree) : undefined;
  const output = openOutput();
  if (json) await writeSessionsJson(listed, output, { agents, usage });
  else if (listed.length > 0) output.append(`${sessionTable(listed, listed, createScreen({ color }), { usage })}\n`);
  await output.flush();
  if (said?.note) report(said.note);
  if (listed.length === 0) report('no session is like that');
  else if (hasMore) report(`the newest ${amount(rows.length, 'session')}; --limit 0 shows all`);
  return exitCodes.ok;
}

async function wantedRows(
  store: ThreadStore,
  { filter, all, tree }: SessionsOptions,
  isWanted: (row: SessionRow) => boolean,
  most: number,
): Promise<{ rows: SessionRow[]; hasMore: boolean }> {
  const { agent, since, until, machine } = filter;
  const rows: SessionRow[] = [];
  for await (const row of storedSessions(store, { agent, since, until, machine, subagents: all || tree })) {
    if (isStubRow(row) || !isWanted(row)) continue;
    if (most > 0 && rows.length === most) return { rows, hasMore: true };
    rows.push(row);
  }
  return { rows, hasMore: false };
}

/** The usage of each. A few are queried one by one, which costs less than all that the server knows. */
async function usagesOf(
  store: ThreadStore,
  rows: readonly SessionRow[],
  areAgentsHidden: boolean,
): Promise<ListedUsage> {
  const [own, whole] = [new Map<string, UsageTotal>(), new Map<string, UsageTotal>()];
  for (const { key } of rows) {
    const name = sessionKey({ agent: key.agent, id: key.threadId });
    const used = await storedUsage(store, key);
    if (used) own.set(name, used);
    const all = areAgentsHidden ? await familyUsage(store, key) : undefined;
    if (all) whole.set(name, all);
  }
  return {
    own: (info) => own.get(sessionKey(info)),
    ...(areAgentsHidden && { withAgents: (info: SessionInfo) => whole.get(sessionKey(info)) }),
  };
}

/** What a session and all that its agents started used. */
async function familyUsage(store: ThreadStore, root: SessionKey): Promise<UsageTotal | undefined> {
  const seen = new Set<string>();
  const sum = createUsageTotal();
  for (const waiting = [root]; waiting.length > 0; ) {
    const key = waiting.pop();
    if (!key || seen.has(key.threadId)) continue;
    seen.add(key.threadId);
    for await (const row of storedRows(store, { session: key })) sum.add(row, priceOf(row, defaultPrices));
    for await (const child of storedSessions(store, { agent: key.agent, parentThread: key.threadId }))
      waiting.push(child.key);
  }
  const total = sum.total();
  return total.requests > 0 ? total : undefined;
}
