import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import type { SessionKey } from '../../../archive/model/session-row.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { storedRows, storedUsage } from '../../../archive/model/stored-usage.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import { priceOfQuarter, type UsageQuarter } from '../../../machine/usage/usage-quarter.ts';
import { createUsageTotal, type UsageTotal, type UsageTotalBuilder } from '../../../machine/usage/usage-total.ts';
import { type ListedUsage, sessionKey } from '../sessions/session-usages.ts';

/** So many sessions are asked for one by one. More of them cost more than the sums of all. */
const FEW = 20;

/** The usage of each session: of a few by their requests, of many by the sums that the store keeps. */
export async function remoteUsages(
  store: ThreadStore,
  rows: readonly SessionRow[],
  areAgentsHidden: boolean,
): Promise<ListedUsage> {
  const sums = rows.length > FEW ? await store.usageSums?.() : undefined;
  return sums ? usagesOfSums(store, sums, areAgentsHidden) : usagesOfFew(store, rows, areAgentsHidden);
}

const keyOf = ({ agent, threadId }: SessionKey) => sessionKey({ agent, id: threadId });

/** One statement for all sums, and one list for who started whom. */
async function usagesOfSums(
  store: ThreadStore,
  sums: readonly UsageQuarter[],
  areAgentsHidden: boolean,
): Promise<ListedUsage> {
  const totals = new Map<string, UsageTotalBuilder>();
  for (const sum of sums) {
    const key = keyOf(sum);
    const total = totals.get(key) ?? createUsageTotal();
    totals.set(key, total);
    total.add(sum, priceOfQuarter(sum, defaultPrices), sum.requests);
  }
  const own = (info: SessionInfo) => known(totals.get(sessionKey(info)));
  if (!areAgentsHidden) return { own };
  const children = new Map<string, string[]>();
  for await (const { key, parentThread } of storedSessions(store, { subagents: true })) {
    if (parentThread === undefined) continue;
    const parent = sessionKey({ agent: key.agent, id: parentThread });
    children.set(parent, [...(children.get(parent) ?? []), keyOf(key)]);
  }
  const withAgents = (info: SessionInfo) => {
    const whole = createUsageTotal();
    const seen = new Set<string>();
    for (const waiting = [sessionKey(info)]; waiting.length > 0; ) {
      const key = waiting.pop() ?? '';
      if (seen.has(key)) continue;
      seen.add(key);
      const total = totals.get(key);
      if (total) whole.merge(total);
      waiting.push(...(children.get(key) ?? []));
    }
    return known(whole);
  };
  return { own, withAgents };
}

function known(builder: UsageTotalBuilder | undefined): UsageTotal | undefined {
  const total = builder?.total();
  return total && total.requests > 0 ? total : undefined;
}

async function usagesOfFew(
  store: ThreadStore,
  rows: readonly SessionRow[],
  areAgentsHidden: boolean,
): Promise<ListedUsage> {
  const [own, whole] = [new Map<string, UsageTotal>(), new Map<string, UsageTotal>()];
  for (const { key } of rows) {
    const name = keyOf(key);
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
  return known(sum);
}
