import { resolve } from 'node:path';
import type { AgentName, ThreadEvent } from '../../../core/thread/event.ts';
import { parseTime } from '../../../core/thread/time.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { readRowsOfFile } from '../../../machine/usage/home-usage.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { createUsageTotal, type UsageTotal } from '../../../machine/usage/usage-total.ts';
import type { HomesContext } from '../agents.ts';
import { createDeletedFiles } from '../deleted-files.ts';

/** The usage of a session and of each of its turns: the requests that `threadline usage` counts for it. */
export interface UsedTokens {
  /** Undefined if its file has no request. */
  total: UsageTotal | undefined;
  /** By the number of the turn, from 0. */
  turns: (UsageTotal | undefined)[];
}

/** The starts of turns in a file. A request belongs to the last turn that began before it. */
export interface TurnStarts {
  /** Takes an event and returns the number of its turn, from 0; undefined if it belongs to no turn of this thread. */
  add(event: ThreadEvent, line: number): number | undefined;
  /** The number of turns so far. */
  readonly count: number;
  /** The number of the turn, from 0; -1 for anything before the first. */
  indexOf(row: UsageRow, isOwnFile: boolean): number;
}

interface TurnStart {
  line: number;
  /** In milliseconds; 0 if unknown. */
  at: number;
}

export function createTurnStarts(): TurnStarts {
  const starts: TurnStart[] = [];
  const indexes = new Map<string, number>();
  return {
    add({ turn_id: id, inherited, parent_item_id: parent, timestamp }, line) {
      if (inherited || id === undefined) return undefined;
      const known = indexes.get(id);
      if (known !== undefined || parent !== undefined) return known;
      indexes.set(id, starts.length);
      return starts.push({ line, at: parseTime(timestamp) ?? 0 }) - 1;
    },
    get count() {
      return starts.length;
    },
    indexOf({ line, at }, isOwnFile) {
      // The turns of a document are all on one line, and another file has other lines.
      const isBefore = (start: TurnStart) => (isOwnFile && start.line !== line ? start.line < line : start.at <= at);
      let low = 0;
      for (let high = starts.length; low < high; ) {
        const middle = (low + high) >> 1;
        const start = starts[middle];
        if (start && isBefore(start)) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
  };
}

export interface UsedTokensContext extends HomesContext {
  /** The agent that the lines name: the path of a copied file tells none. */
  writer?: AgentName | undefined;
}

export async function readUsedTokens(
  info: SessionInfo,
  starts: TurnStarts,
  { homes, agents, writer }: UsedTokensContext,
): Promise<UsedTokens> {
  const path = resolve(info.path);
  const { read } = createDeletedFiles({ homes, agent: info.agent });
  return sumTurns(await readRowsOfFile({ path, agent: info.agent ?? writer }, { homes, agents }, read), path, starts);
}

/** Sums requests by turns. Those of the path have the lines in which the turns began. */
export function sumTurns(rows: Iterable<UsageRow>, path: string, starts: TurnStarts): UsedTokens {
  const total = createUsageTotal();
  const turns = Array.from({ length: starts.count }, createUsageTotal);
  for (const row of rows) {
    const cost = priceOf(row, defaultPrices);
    total.add(row, cost);
    turns[starts.indexOf(row, row.source === path)]?.add(row, cost);
  }
  const known = (sum: UsageTotal) => (sum.requests > 0 ? sum : undefined);
  return { total: known(total.total()), turns: turns.map((turn) => known(turn.total())) };
}
