import type { Cost, UnknownPrice } from './price-of.ts';
import { addTokens, noTokens, type TokenCounts } from './token-counts.ts';
import type { UsageRow } from './usage-row.ts';

/** A sum of requests, with its cost. */
export interface UsageTotal extends TokenCounts {
  /** Number of threads. */
  sessions: number;
  requests: number;
  /** Input plus output. */
  total: number;
  /** Cost in dollars, as far as known; null if nothing could be priced. */
  costUsd: number | null;
  /** Tokens that the cost omits, by the model or tier that has no price. */
  unpriced: Record<string, number>;
}

export interface UsageTotalBuilder {
  /** Adds a row. `requests` is the number of requests that it is the sum of. */
  add(row: UsageRow, cost: Cost | UnknownPrice, requests?: number): void;
  /** Adds the requests of another sum. */
  merge(other: UsageTotalBuilder): void;
  total(): UsageTotal;
  /** For `merge` of another sum alone. */
  readonly sums: Readonly<Sums>;
}

interface Sums {
  /** The one thread, or a set of several: most sums have one. */
  threads: string | Set<string> | undefined;
  /** Absent while all have a price, because thousands of sessions have a sum each. */
  unpriced: Map<string, number> | undefined;
  tokens: TokenCounts;
  requests: number;
  cost: ExactCost;
  isPriced: boolean;
}

/** Millionths of a dollar, and millionths of those. A sum of whole numbers is the same in every order. */
interface ExactCost {
  micros: number;
  rest: number;
}

/** Prices of a million tokens have few decimals, so the cost of a request is a whole number of these. */
const PARTS_OF_A_DOLLAR = 1e12;

export function createUsageTotal(): UsageTotalBuilder {
  const tokens = noTokens();
  const cost: ExactCost = { micros: 0, rest: 0 };
  const sums: Sums = { threads: undefined, unpriced: undefined, tokens, requests: 0, cost, isPriced: false };

  function addThread(id: string): void {
    if (sums.threads === undefined || sums.threads === id) sums.threads = id;
    else if (typeof sums.threads === 'string') sums.threads = new Set([sums.threads, id]);
    else sums.threads.add(id);
  }

  function addUnpriced(name: string, count: number): void {
    sums.unpriced ??= new Map();
    sums.unpriced.set(name, (sums.unpriced.get(name) ?? 0) + count);
  }

  return {
    sums,
    add(row, cost, requests = 1) {
      addThread(row.threadId);
      sums.requests += requests;
      addTokens(tokens, row);
      if ('unknown' in cost) addUnpriced(cost.unknown, row.input + row.output);
      else {
        sums.isPriced = true;
        const parts = Math.round(cost.usd * PARTS_OF_A_DOLLAR);
        const micros = Math.floor(parts / 1e6);
        sums.cost.micros += micros;
        sums.cost.rest += parts - micros * 1e6;
      }
    },
    merge({ sums: other }) {
      for (const thread of threadsOf(other)) addThread(thread);
      for (const [name, count] of other.unpriced ?? []) addUnpriced(name, count);
      addTokens(tokens, other.tokens);
      sums.requests += other.requests;
      sums.cost.micros += other.cost.micros;
      sums.cost.rest += other.cost.rest;
      sums.isPriced ||= other.isPriced;
    },
    total() {
      return {
        sessions: threadsOf(sums).length,
        requests: sums.requests,
        ...tokens,
        total: tokens.input + tokens.output,
        costUsd: sums.isPriced ? Math.round(sums.cost.micros + sums.cost.rest / 1e6) / 1e6 : null,
        unpriced: Object.fromEntries(sums.unpriced ?? []),
      };
    },
  };
}

function threadsOf({ threads }: Pick<Sums, 'threads'>): string[] {
  if (threads === undefined) return [];
  return typeof threads === 'string' ? [threads] : [...threads];
}
