import type { SessionInfo } from '../../machine/sessions/index.ts';
import { findUsageFiles } from '../../machine/usage/find-usage-files.ts';
import { priceOf } from '../../machine/usage/price-of.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { readSessionRows } from '../../machine/usage/session-usage.ts';
import { createUsageTotal, type UsageTotal } from '../../machine/usage/usage-total.ts';
import type { CliContext } from './agents.ts';

/** Reads what a session used and cost, by its file alone, or by its home if others hold some of its requests. */
export async function readSessionCost(
  { path, home }: Pick<SessionInfo, 'path' | 'home'>,
  agents: CliContext['agents'],
): Promise<UsageTotal> {
  const total = createUsageTotal();
  const others = () => findUsageFiles({ agents, homes: home === undefined ? [] : [home] });
  for (const row of await readSessionRows(path, others, { agents })) total.add(row, priceOf(row, defaultPrices));
  return total.total();
}
