import type { ThreadEvent } from '../../core/thread/event.ts';
import { parseTime } from '../../core/thread/time.ts';
import { createUsageSum, type UsageSum } from '../../core/thread/usage-sum.ts';
import { detectWire } from '../../core/wires/detect.ts';
import { createEventReader, type EventReader } from '../../core/wires/event-reader.ts';
import { agentWires } from '../../core/wires/registry.ts';
import type { AgentStore } from '../sessions/store.ts';
import { agentStores } from '../sessions/stores/registry.ts';
import { needsEvents, type OtherFold } from './detect-fold.ts';
import { countsOfUsage, growth, isNothing, type TokenCounts } from './token-counts.ts';
import type { FoldContext } from './usage-fold.ts';

const LINE_FEED = Uint8Array.of(10);
const NONE: TokenCounts = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** Counts by events, for agents without a scan of their own. Each growth of a thread's usage is one request. */
export function createEventFold(context: FoldContext, agents: readonly AgentStore[] = []): OtherFold {
  const given = agents.flatMap((agent) => (agent.wires ? [{ ...agent, wires: agent.wires }] : []));
  const others = agentWires.filter(
    ({ name }) => needsEvents({ agent: name }) && given.every((own) => own.name !== name),
  );
  const known = [...given, ...others];
  const names = new Set(known.flatMap(({ wires }) => wires.map(({ name }) => name)));
  let reader: EventReader;
  let sum: UsageSum;
  let before: TokenCounts;
  /** The request that the last count is of. */
  let asked: { id: string | undefined; nth: number };
  let thread: { agent: string; id: string; model?: string | undefined; project?: string | undefined };

  function take(event: ThreadEvent): void {
    if (event.type === 'thread.started' && !event.inherited) {
      const agent = event.agent ?? thread.agent;
      thread = { ...thread, agent, id: event.thread_id || idInPath(agent) };
    }
    if (event.type === 'thread.started' || event.type === 'turn.started' || event.type === 'context') {
      thread.model = event.model ?? thread.model;
      thread.project ??= event.cwd;
    }
    if (event.type === 'token_count') countOf(event.request_id);
    sum.push(event);
  }

  /** Some agents name a session by its path alone. */
  function idInPath(name: string): string {
    const agent = [...agents, ...agentStores].find((known) => known.name === name);
    return agent?.store.identify(context.path)?.threadId ?? '';
  }

  /** A fork repeats the requests of its origin under the ids that the agent gave them. A counter is no such id. */
  function countOf(request: string | undefined): void {
    const isNamed = request !== undefined && !/^r\d+$/.test(request);
    asked = { id: isNamed ? request : undefined, nth: asked.id === request ? asked.nth + 1 : 1 };
  }

  function add(line: number, timestamp: string | undefined): void {
    const total = countsOfUsage(sum.usage) ?? NONE;
    const used = growth(total, before);
    before = total;
    if (isNothing(used)) return;
    const { agent, id: threadId, model, project } = thread;
    const at = parseTime(timestamp) ?? 0;
    const name = asked.id === undefined ? undefined : `${asked.id} ${asked.nth}`;
    context.add({ agent, threadId, key: `L${line}`, at, model, project, ...used, source: context.path, line }, name);
  }

  function push(bytes: Uint8Array): void {
    for (const outcome of reader.push(bytes)) {
      if (!outcome.ok) {
        context.badLine(outcome.line);
        continue;
      }
      for (const event of outcome.events) take(event);
      add(outcome.line, outcome.events.find(({ timestamp }) => timestamp !== undefined)?.timestamp);
    }
  }

  return {
    recognises(line, isScanned) {
      if (isScanned && given.length === 0) return false;
      return names.has(detectWire(line, { agents: isScanned ? given : known }));
    },
    begin() {
      reader = createEventReader({ agents: known });
      sum = createUsageSum();
      before = NONE;
      thread = { agent: '', id: '', project: context.project };
      asked = { id: undefined, nth: 0 };
    },
    line(bytes, start, end) {
      push(bytes.subarray(start, end));
      push(LINE_FEED);
    },
    beginLong: () => true,
    longPart: (bytes, start, end) => push(bytes.subarray(start, end)),
    endLong: () => push(LINE_FEED),
    end() {},
  };
}
