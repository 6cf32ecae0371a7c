import type { JsonObject } from '../lines/json.ts';
import type { AgentName } from '../thread/event.ts';
import { claudeNames, codexNames, geminiNames } from './agent-names.ts';
import { claudeProject } from './claude-project/wire.ts';
import { claudeStream } from './claude-stream/wire.ts';
import { codexExec } from './codex-exec/wire.ts';
import { codexLegacy } from './codex-legacy/wire.ts';
import { codexRollout } from './codex-rollout/wire.ts';
import { geminiChat } from './gemini-chat/wire.ts';
import { geminiStream } from './gemini-stream/wire.ts';
import { threadlineEvents } from './threadline-events/wire.ts';
import { threadlineMessages } from './threadline-messages/wire.ts';
import { threadlineNdjson } from './threadline-ndjson/wire.ts';
import { claimingWire, unclaimedReader, type Wire, type WireName, wireNamed } from './wire.ts';

/** The wires of an agent. */
export interface AgentWires {
  name: AgentName;
  /** The agent's name for people: `Codex`, `Claude Code`. */
  title: string;
  /** The provider of a thread that names none, by OpenTelemetry's name. If absent, the agent's own name. */
  provider?: string;
  /** Wires in the order in which they are asked to recognise a record. */
  wires: readonly Wire[];
}

/** Every agent that threadline reads. A new one needs a folder per wire, an entry here and one in `agent-names.ts`. */
export const agentWires: readonly AgentWires[] = [
  { ...codexNames, wires: [codexExec, codexLegacy, codexRollout] },
  { ...geminiNames, wires: [geminiStream, geminiChat] },
  { ...claudeNames, wires: [claudeStream, claudeProject] },
];

/** What threadline itself writes, of whichever agent. Asked first, because its events have the names of an agent's. */
const ownWires: readonly Wire[] = [threadlineMessages, threadlineNdjson, threadlineEvents];

/** Built once, because each reader needs it, and a list of sessions makes thousands of readers. */
const ours: readonly Wire[] = withOwn(agentWires);

function withOwn(agents: readonly AgentWires[]): Wire[] {
  return [...ownWires, ...agents.flatMap(({ wires }) => [...wires])];
}

/** Every wire of these agents, and threadline's own. */
export function allWires(agents: readonly AgentWires[] = agentWires): readonly Wire[] {
  return agents === agentWires ? ours : withOwn(agents);
}

export function findWire(name: WireName, agents?: readonly AgentWires[]): Wire {
  return wireNamed(name, allWires(agents));
}

/** The only one of our wires that the record can belong to, if there is one. */
export function recognise(record: JsonObject): Wire | undefined {
  return claimingWire(record, allWires());
}

/** The wire of ours that reads a lone record: the one that claims it, else the one that reads what nobody claims. */
export function readingWire(record: JsonObject): Wire | undefined {
  return recognise(record) ?? (typeof record.type === 'string' ? unclaimedReader(allWires()) : undefined);
}
