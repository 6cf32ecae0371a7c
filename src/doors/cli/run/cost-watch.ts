import type { ThreadEvent } from '../../../core/thread/event.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { createUsageSum } from '../../../core/thread/usage-sum.ts';
import { eachSession } from '../../../machine/sessions/list-sessions.ts';
import type { SessionInfo } from '../../../machine/sessions/session-info.ts';
import { normaliseId } from '../../../machine/sessions/store.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import { readUsage } from '../../../machine/usage/scan-usage.ts';
import { countsOfUsage, growth, noTokens } from '../../../machine/usage/token-counts.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import type { CliContext } from '../agents.ts';

/** How often the files of the run are looked at. */
const LOOK_MS = 1000;
/** File systems round times. */
const SKEW_MS = 2000;

/** Ends a run that costs too much. */
export interface CostWatch {
  /** Aborted as soon as the run costs more than it may. */
  signal: AbortSignal;
  add(event: ThreadEvent): void;
  /** Looks a last time. The cost so far; models without a price are named. */
  end(): Promise<Spent>;
}

/** The cost of a run so far, in dollars. */
export interface Spent {
  usd: number;
  /** Models without a price. */
  unpriced: readonly string[];
}

export interface CostWatchOptions extends CliContext {
  maxUsd: number;
  agent: string;
  model: string | undefined;
  /** The thread that goes on. */
  threadId: string | undefined;
}

/**
 * Some agents print what they used only at the end, so the session's file is read, too, with those of the agents that it
 * started. What both tell is the same, so the larger sum counts.
 */
export function watchCost({ maxUsd, agent, model, threadId, agents }: CostWatchOptions): CostWatch {
  const isBounded = maxUsd !== Number.POSITIVE_INFINITY;
  const stop = new AbortController();
  const startedAt = Date.now() - SKEW_MS;
  const printed = createPrintedCost(agent, model);
  const unpriced = new Set<string>();
  let thread = threadId;
  let inFiles = 0;
  let looking: Promise<void> | undefined;

  // What is printed of a thread that goes on may hold what it used before.
  const spent = () => (threadId === undefined ? Math.max(inFiles, printed.usd()) : inFiles);
  function judge(): void {
    if (spent() > maxUsd) stop.abort();
  }

  async function look(): Promise<void> {
    if (thread === undefined) return;
    let usd = 0;
    const family = await familyOf(thread, startedAt, agents);
    await readUsage(
      family.map(({ path }) => path),
      (row) => {
        if (row.at < startedAt) return;
        const cost = priceOf(row, defaultPrices);
        if ('unknown' in cost) unpriced.add(cost.unknown);
        else usd += cost.usd;
      },
    );
    inFiles = Math.max(inFiles, usd);
    judge();
  }

  // Without a bound only the last look matters.
  const timer = !isBounded
    ? undefined
    : setInterval(() => {
        // The agent may be replacing a file. The next look reads it, and the last one tells of a fault.
        looking ??= look()
          .catch(() => {})
          .finally(() => {
            looking = undefined;
          });
      }, LOOK_MS);
  timer?.unref();

  return {
    signal: stop.signal,
    add(event) {
      if (event.type === 'thread.started' && event.parent_item_id === undefined && event.thread_id !== '') {
        thread = event.thread_id;
      }
      printed.add(event);
      judge();
    },
    async end() {
      clearInterval(timer);
      await looking;
      // Without a bound the cost is a courtesy, and no reason to fail.
      await look().catch((error: unknown) => {
        if (isBounded) throw error;
      });
      return { usd: spent(), unpriced: [...new Set([...unpriced, ...printed.unpriced])] };
    },
  };
}

/** The cost of what an agent prints. Each growth of the sum is a request. */
function createPrintedCost(agent: string, given: string | undefined) {
  const sum = createUsageSum();
  const unpriced = new Set<string>();
  let before = noTokens();
  let model = given;
  let usd = 0;
  return {
    unpriced,
    usd: () => usd,
    add(event: ThreadEvent): void {
      if (event.type === 'thread.started' || event.type === 'turn.started' || event.type === 'context') {
        model = event.model ?? model;
      }
      sum.push(event);
      const total = countsOfUsage(sum.usage) ?? before;
      const used = growth(total, before);
      before = total;
      if (used.input + used.output === 0) return;
      const row: UsageRow = { ...used, agent, threadId: '', key: '', at: Date.now(), model, source: '', line: 0 };
      const cost = priceOf(row, defaultPrices);
      if ('unknown' in cost) unpriced.add(cost.unknown);
      else usd += cost.usd;
    },
  };
}

/** The session and all that its agents started, of those that were written to since the run began. */
async function familyOf(id: string, since: number, agents: CliContext['agents']): Promise<SessionInfo[]> {
  const written: SessionInfo[] = [];
  for await (const info of eachSession({ agents })) {
    if ((parseTime(info.updatedAt) ?? 0) >= since) written.push(info);
    else break;
  }
  const family = new Set([normaliseId(id)]);
  const found = new Set<SessionInfo>();
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const info of written) {
      const isOurs = family.has(info.id) || (info.parentId !== undefined && family.has(normaliseId(info.parentId)));
      if (!isOurs) continue;
      family.add(info.id);
      found.add(info);
    }
  }
  return [...found];
}
