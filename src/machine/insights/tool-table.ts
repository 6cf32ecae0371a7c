import { mcpParts } from '../../core/tools/tool-names.ts';
import { machineLimits } from '../../limits/machine.ts';
import { createCountedKeys } from './counted-keys.ts';
import type { Evidence } from './finding.ts';
import { roundUsd } from './priced-request.ts';
import { resultCosts, resultTokens } from './result-costs.ts';
import type { SessionStory } from './session-story.ts';
import { createTopPlaces, type TopPlaces } from './top-places.ts';

/** A tool over all sessions. */
export interface ToolInsight {
  name: string;
  /** The MCP server of the tool. */
  server?: string;
  calls: number;
  failed: number;
  /** The time of a call in milliseconds: half of them, and 95 of 100, took no longer. Null if no time is known. */
  p50: number | null;
  p95: number | null;
  /** About how many tokens its results are. */
  resultTokens: number;
  /** What its results cost in all later requests of their sessions, estimated; null without a price. */
  costUsd: number | null;
  /** Its calls, in twelve equal parts of the time looked at. */
  trend: number[];
  /** Where the figures show. Absent for tools that cost less than `maxToolsWithPlaces` others. */
  places?: ToolPlaces;
}

/** Calls of a tool: the newest, the newest that failed, the slowest, and those whose results cost most. */
export interface ToolPlaces {
  calls: Evidence;
  failed: Evidence;
  slow: Evidence;
  costly: Evidence;
}

const PARTS = 12;
/** Orders results without a price behind all that have one. */
const TOKENS_A_DOLLAR = 1e12;

interface Count {
  calls: number;
  failed: number;
  times: number[];
  tokens: number;
  usd: number | null;
  at: number[];
  places: Record<keyof ToolPlaces, TopPlaces>;
}

const newCount = (): Count => ({
  calls: 0,
  failed: 0,
  times: [],
  tokens: 0,
  usd: null,
  at: [],
  places: { calls: createTopPlaces(), failed: createTopPlaces(), slow: createTopPlaces(), costly: createTopPlaces() },
});

/** Adds up the calls of each tool. */
export function createToolTable() {
  const counts = createCountedKeys(newCount);
  return {
    add(story: SessionStory): void {
      const costs = resultCosts(story);
      for (const [index, call] of story.calls.entries()) {
        const count = counts.of(call.tool);
        if (!count) continue;
        const place = { agent: story.agent, id: story.id, line: call.line, text: call.what };
        count.calls += 1;
        count.places.calls.add(call.at, place);
        if (call.failed) count.failed += 1;
        if (call.failed) count.places.failed.add(call.at, place);
        if (call.ms !== undefined) count.times.push(call.ms);
        if (call.ms !== undefined) count.places.slow.add(call.ms, place);
        if (call.at > 0) count.at.push(call.at);
        count.tokens += resultTokens(call);
        const cost = costs[index] ?? null;
        // Without a price the longest result is the one to look at.
        count.places.costly.add(cost ?? resultTokens(call) / TOKENS_A_DOLLAR, place);
        if (cost !== null) count.usd = (count.usd ?? 0) + cost;
      }
    },
    /** The most expensive first. */
    tools(): ToolInsight[] {
      const entries = counts.entries();
      const [from, to] = spanOf(entries.map(([, { at }]) => at));
      const tools = entries.map(([name, count]) => ({ tool: toolOf(name, count, from, to), count }));
      tools.sort((one, other) => byCost(one.tool, other.tool));
      return tools.map(({ tool, count }, index) =>
        index < machineLimits.maxToolsWithPlaces ? { ...tool, places: placesOf(count) } : tool,
      );
    },
  };
}

function placesOf({ places }: Count): ToolPlaces {
  return {
    calls: places.calls.evidence(),
    failed: places.failed.evidence(),
    slow: places.slow.evidence(),
    costly: places.costly.evidence(),
  };
}

function toolOf(name: string, count: Count, from: number, to: number): ToolInsight {
  const times = count.times.sort((one, other) => one - other);
  const server = mcpParts(name)?.server;
  const trend = Array.from({ length: PARTS }, () => 0);
  for (const at of count.at) {
    const part = to === from ? 0 : Math.min(PARTS - 1, Math.floor(((at - from) / (to - from)) * PARTS));
    trend[part] = (trend[part] ?? 0) + 1;
  }
  return {
    name,
    ...(server !== undefined && { server }),
    calls: count.calls,
    failed: count.failed,
    p50: times[Math.ceil(times.length * 0.5) - 1] ?? null,
    p95: times[Math.ceil(times.length * 0.95) - 1] ?? null,
    resultTokens: count.tokens,
    costUsd: count.usd === null ? null : roundUsd(count.usd),
    trend,
  };
}

function spanOf(lists: readonly (readonly number[])[]): [number, number] {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const list of lists) {
    for (const at of list) {
      from = Math.min(from, at);
      to = Math.max(to, at);
    }
  }
  return [from, to];
}

function byCost(one: ToolInsight, other: ToolInsight): number {
  return (other.costUsd ?? 0) - (one.costUsd ?? 0) || other.calls - one.calls || (one.name < other.name ? -1 : 1);
}
