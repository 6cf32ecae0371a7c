import { closingBracket } from '../../core/lines/closing-bracket.ts';
import { parseJson } from '../../core/lines/json.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { parseTime } from '../../core/thread/time.ts';
import { createUsageSum, type UsageSum } from '../../core/thread/usage-sum.ts';
import { detectWire } from '../../core/wires/detect.ts';
import { createEventReader, type EventReader } from '../../core/wires/event-reader.ts';
import type { AgentWires } from '../../core/wires/registry.ts';
import { sessionWires } from '../sessions/reader-options.ts';
import type { AgentStore, SessionStore } from '../sessions/store.ts';
import { agentStores } from '../sessions/stores/registry.ts';
import { type CopiedRequests, createCopiedRequests } from './copied-requests.ts';
import { type OtherFold, scannedAgents } from './detect-fold.ts';
import { countsOfUsage, growth, isNothing, type TokenCounts } from './token-counts.ts';
import type { FoldContext } from './usage-fold.ts';

const LINE_FEED = Uint8Array.of(10);
const NONE: TokenCounts = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** Counts by events, for agents without a scan of their own. Each growth of a thread's usage is one request. */
export function createEventFold(context: FoldContext, agents: readonly AgentStore[] = []): OtherFold {
  const given = agents.flatMap((agent) => (agent.wires ? [{ ...agent, wires: agent.wires }] : []));
  const others = sessionWires.filter(({ name }) => !scannedAgents.has(name) && given.every((own) => own.name !== name));
  const known = [...given, ...others];
  const names = new Set(known.flatMap(({ wires }) => wires.map(({ name }) => name)));
  let reader: EventReader;
  let copies: CopiedRequests;
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
    copies.push(event);
    sum.push(event);
  }

  function storeOf(name: string): SessionStore | undefined {
    return [...agents, ...agentStores].find((known) => known.name === name)?.store;
  }

  /** Some agents name a session by its path alone. */
  const idInPath = (name: string): string => storeOf(name)?.identify(context.path)?.threadId ?? '';

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
    const row = { agent, threadId, key: `L${line}`, at, model, project, ...used, source: context.path, line };
    const name = asked.id === undefined ? undefined : `${asked.id} ${asked.nth}`;
    const known = asked.id !== undefined && storeOf(agent)?.forksRename && copies.last(asked.id, asked.nth, used);
    if (known) {
      const { key, isCopy } = known;
      context.addMessage({ ...row, key, at: isCopy ? known.at : at }, key, isCopy ? 'copy' : 'named', name);
    } else context.add(row, name);
  }

  function push(bytes: Uint8Array): void {
    for (const outcome of reader.push(bytes)) {
      if (!outcome.ok) {
        // A document of another agent is no bad line of these.
        if (reader.wire !== undefined) context.badLine(outcome.line);
        continue;
      }
      for (const [line, events] of byLine(outcome.events, outcome.line)) {
        for (const event of events) take(event);
        add(line, events.find(({ timestamp }) => timestamp !== undefined)?.timestamp);
      }
    }
  }

  return {
    recognises(line, isScanned) {
      if (isScanned && given.length === 0) return false;
      const agents = isScanned ? given : known;
      return names.has(detectWire(line, { agents })) || beginsList(line, agents);
    },
    begin() {
      reader = createEventReader({ agents: known });
      sum = createUsageSum();
      copies = createCopiedRequests();
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

/** The events of an outcome by line. Those of a document count its records instead. */
function byLine(events: readonly ThreadEvent[], line: number): Map<number, ThreadEvent[]> {
  const lines = new Map<number, ThreadEvent[]>();
  for (const event of events) {
    const number = event.line ?? line;
    const together = lines.get(number);
    if (together) together.push(event);
    else lines.set(number, [event]);
  }
  return lines;
}

/** Characters within which the first entry of a list ends. */
const FIRST_ENTRY = 65_536;

/** True for the beginning of a list that is a whole thread. Such a line may be too long to be there as a whole. */
function beginsList(line: Uint8Array, agents: readonly AgentWires[]): boolean {
  if (line[0] !== 91 || line[1] !== 123) return false;
  const text = new TextDecoder().decode(line.subarray(0, FIRST_ENTRY));
  const end = closingBracket(text, 1);
  const first = end === -1 ? undefined : parseJson(text.slice(1, end));
  return agents.some(({ wires }) => wires.some(({ document }) => document?.recognises([first])));
}
