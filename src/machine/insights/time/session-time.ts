import { createUsageTotal, type UsageTotal } from '../../usage/usage-total.ts';
import { markPaths } from './critical-path.ts';
import { stepSpans } from './step-spans.ts';
import { type TimeFinding, timeFindings } from './time-findings.ts';
import type { TimeNode } from './time-node.ts';
import { type TimedSession, timeNodes } from './time-nodes.ts';
import { divideTime, type TimeParts } from './time-parts.ts';

/** Where the time, the tokens and the money of a session went. Times are milliseconds since it began. */
export interface SessionTime {
  /** Milliseconds since 1970; absent where no line tells the time. */
  start?: number;
  end: number;
  /** Long stretches in which the agent did nothing. */
  gaps: [from: number, to: number][];
  parts: TimeParts;
  /** The length of the chain of work that held each other up. */
  criticalMs: number;
  nodes: TimeNode[];
  /** What was sent with each request. */
  context: { request: number; at?: number; input: number; cached: number }[];
  /** At most three. */
  findings: TimeFinding[];
  /** The sum of all requests. */
  total: UsageTotal;
  /** The cost of what was sent and written, as far as it is known. */
  costs: { input: number; cached: number; cacheWrite: number; output: number };
}

/** Folds the steps of a session, and its requests as the usage report counts them, each once. */
export function sessionTime(session: TimedSession): SessionTime {
  const ordered = {
    ...session,
    requests: [...session.requests].sort((one, other) => one.row.line - other.row.line || one.row.at - other.row.at),
  };
  const spans = stepSpans(session.steps);
  const nodes = timeNodes(ordered, spans);
  const { parts, gaps } = divideTime(nodes, spans.end);
  const criticalMs = markPaths(nodes);
  const total = createUsageTotal();
  const costs = { input: 0, cached: 0, cacheWrite: 0, output: 0 };
  for (const { row, cost } of ordered.requests) {
    total.add(row, cost);
    if ('unknown' in cost) continue;
    for (const name of ['input', 'cached', 'cacheWrite', 'output'] as const) costs[name] += cost[name];
  }
  const { start, end } = spans;
  return {
    ...(start !== undefined && { start }),
    end,
    gaps,
    parts,
    criticalMs,
    nodes,
    context: ordered.requests.map(({ row: { at, input, cached } }, index) => ({
      request: index + 1,
      ...(start !== undefined && at >= start && { at: at - start }),
      input,
      cached,
    })),
    findings: timeFindings(nodes, parts, end),
    total: total.total(),
    costs,
  };
}
