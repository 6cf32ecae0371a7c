import type { RowKind } from '../../../core/writers/rows/row.ts';
import type { Cost, UnknownPrice } from '../../usage/price-of.ts';
import type { UsageRow } from '../../usage/usage-row.ts';
import { createUsageTotal } from '../../usage/usage-total.ts';
import { requestsOfSteps, turnsOfRequests } from './place-requests.ts';
import type { StepSpan, StepSpans } from './step-spans.ts';
import type { TimeNode } from './time-node.ts';
import type { TimedStep } from './timed-step.ts';

/** A turn, by what begins it. */
export interface TimedTurn {
  turn: number;
  row: number;
  line: number;
  title: string;
  time?: number | undefined;
}

export interface CostedRequest {
  row: UsageRow;
  cost: Cost | UnknownPrice;
}

export interface TimedSession {
  steps: readonly TimedStep[];
  turns: readonly TimedTurn[];
  /** In the order of their lines. */
  requests: readonly CostedRequest[];
}

const CALLS: ReadonlySet<RowKind> = new Set(['command', 'change', 'plan', 'mcp', 'tool', 'web', 'agent']);
const WRITTEN: ReadonlySet<RowKind> = new Set(['answer', 'reasoning', 'image']);

/** The bars of a session: each turn, and after it what belongs to it, in the order of time. */
export function timeNodes({ steps, turns, requests }: TimedSession, { start, spans, waits }: StepSpans): TimeNode[] {
  const rows = requests.map(({ row }) => row);
  const own = steps.filter(({ inherited }) => !inherited);
  const main = own.filter(({ parent }) => parent === undefined);
  const requestOf = new Map(mainRequests(main, rows, turns));
  const spansOf = Map.groupBy(spans, ({ row }) => row);
  // A session that a reader knows no turn of may have requests all the same.
  const groups = (turns.length > 0 ? turns : [undefined]).map(
    (turn): TurnGroup => ({ turn, inside: new Map(), isOwn: false }),
  );
  const indexOf = new Map(turns.map(({ turn }, index) => [turn, index]));
  const groupOf = (turn: number) => groups[indexOf.get(turn) ?? 0];
  /** The work of a sub-agent in the same file, by the call that started it. */
  const inner = Map.groupBy(
    own.filter(({ parent }) => parent !== undefined),
    ({ parent = '' }) => parent,
  );
  const turnOf = turnsOfRequests(turns, rows);
  for (const [index, { row, cost }] of requests.entries()) {
    const node = requestNode(index, row, cost);
    if (start !== undefined && row.at >= start) node.from = node.to = row.at - start;
    groups[turnOf[index] ?? 0]?.inside.set(node.id, node);
  }
  const known = new Map(groups.flatMap(({ inside }) => [...inside]));
  let runs = 0;
  let isInRun = false;
  for (const step of main) {
    const group = groupOf(step.turn);
    if (!group) continue;
    group.isOwn = true;
    const placed = requestOf.get(step.row) ?? -1;
    // A request does not go on in the next turn.
    const request = groups[turnOf[placed] ?? -1] === group ? placed : -1;
    const found = spansOf.get(step.row) ?? [];
    const written = found.filter(({ kind, from, to }) => WRITTEN.has(kind) && to > from);
    if (written.length > 0) {
      if (request < 0 && !isInRun) runs += 1;
      const id = request < 0 ? `m${runs}` : `r${request + 1}`;
      const node = known.get(id) ?? { id, kind: 'model' as const, name: '', row: step.row, line: step.line };
      if (!known.has(id)) group.inside.set(id, node);
      known.set(id, node);
      widen(node, written, step.row);
    }
    isInRun = step.role === 'assistant' && !CALLS.has(step.kind);
    if (!isCall(step)) continue;
    const node = callNode(step, request < 0 ? undefined : `r${request + 1}`);
    widen(
      node,
      found.filter(({ kind }) => kind === step.kind),
      step.row,
    );
    for (const { row } of inner.get(step.id) ?? []) widen(node, spansOf.get(row) ?? [], step.row);
    group.inside.set(node.id, node);
  }
  return groups
    .flatMap(({ turn, inside, isOwn }) => {
      if (!turn) return [...inside.values()].sort(byTime);
      return isOwn || inside.size > 0 ? turnNodes(turn, inside) : [];
    })
    .concat(
      // A wait stands at the end: the page draws it where its time is.
      waits.map(
        ([from, to], index): TimeNode => ({ id: `w${index + 1}`, kind: 'you', name: 'Waiting for you', from, to }),
      ),
    );

  /** A turn with the sum of its requests, and its bars. */
  function turnNodes({ turn, row, line, title, time }: TimedTurn, inside: ReadonlyMap<string, TimeNode>): TimeNode[] {
    const id = `t${turn}`;
    const children = [...inside.values()].sort(byTime);
    const node: TimeNode = { id, kind: 'turn', name: title, row, line };
    if (start !== undefined && time !== undefined && time >= start) node.from = node.to = time - start;
    const sum = createUsageTotal();
    for (const child of children) {
      child.parent ??= id;
      if (child.from !== undefined) node.from = Math.min(node.from ?? child.from, child.from);
      if (child.to !== undefined) node.to = Math.max(node.to ?? child.to, child.to);
      const request = child.id.startsWith('r') ? requests[Number(child.id.slice(1)) - 1] : undefined;
      if (request) sum.add(request.row, request.cost);
    }
    const { requests: count, costUsd, input, cached, cacheWrite, output, reasoning, total } = sum.total();
    if (count > 0) node.usage = { input, cached, cacheWrite, output, reasoning, total };
    if (costUsd !== null) node.costUsd = costUsd;
    return [node, ...children];
  }
}

interface TurnGroup {
  turn: TimedTurn | undefined;
  inside: Map<string, TimeNode>;
  isOwn: boolean;
}

/** The request of each step that the model wrote. */
function mainRequests(
  steps: readonly TimedStep[],
  requests: readonly UsageRow[],
  turns: readonly TimedTurn[],
): [row: number, request: number][] {
  const written = steps.filter(({ role }) => role === 'assistant');
  return requestsOfSteps(written, requests, turns).map((request, index) => [written[index]?.row ?? -1, request]);
}

function requestNode(index: number, row: UsageRow, cost: Cost | UnknownPrice): TimeNode {
  const { input, cached, cacheWrite, output, reasoning, model, line } = row;
  return {
    id: `r${index + 1}`,
    kind: 'model',
    name: `request ${index + 1}`,
    line,
    usage: { input, cached, cacheWrite, output, reasoning, total: input + output },
    ...(!('unknown' in cost) && { costUsd: cost.usd }),
    ...(model !== undefined && { model }),
  };
}

function isCall(step: TimedStep): step is TimedStep & { kind: Exclude<TimeNode['kind'], 'turn' | 'model' | 'you'> } {
  return CALLS.has(step.kind);
}

function callNode(
  {
    row,
    line,
    kind,
    name,
    status,
    failed,
    child,
  }: TimedStep & { kind: Exclude<TimeNode['kind'], 'turn' | 'model' | 'you'> },
  parent: string | undefined,
): TimeNode {
  const state = failed ? 'failed' : status;
  return {
    id: `c${row}`,
    ...(parent !== undefined && { parent }),
    row,
    line,
    kind,
    name,
    ...(state !== undefined && { status: state }),
    ...(child !== undefined && { child }),
  };
}

/** A request that was counted at one moment has the time in which the model wrote. */
function widen(node: TimeNode, spans: readonly StepSpan[], row: number): void {
  for (const { from, to } of spans) {
    const isMoment = node.row === undefined && node.from === node.to;
    node.from = isMoment ? from : Math.min(node.from ?? from, from);
    node.to = isMoment ? to : Math.max(node.to ?? to, to);
    node.row ??= row;
  }
}

function byTime(one: TimeNode, other: TimeNode): number {
  if (one.from !== undefined && other.from !== undefined && one.from !== other.from) return one.from - other.from;
  return (one.row ?? Number.POSITIVE_INFINITY) - (other.row ?? Number.POSITIVE_INFINITY) || rank(one) - rank(other);
}

/** The model wrote a call before it ran. */
const rank = ({ kind }: TimeNode) => (kind === 'model' ? 0 : 1);
