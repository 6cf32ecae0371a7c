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
import { claimingWire, type Wire, type WireName, wireNamed } from './wire.ts';

/** What an agent writes. */
export interface AgentWires {
  name: AgentName;
  /** What people call it: `Codex`, `Claude Code`. */
  title: string;
  /** Who answers its requests where a thread does not say it, by OpenTelemetry's name; the agent's own where it is absent. */
  provider?: string;
  /** In the order in which they are asked whether a record is theirs. */
  wires: readonly Wire[];
}

/** Every agent that we read. A new one is a folder for each of its wires, an entry here and one in `agent-names.ts`. */
export const agentWires: readonly AgentWires[] = [
  { ...codexNames, wires: [codexExec, codexLegacy, codexRollout] },
  { ...geminiNames, wires: [geminiStream, geminiChat] },
  { ...claudeNames, wires: [claudeStream, claudeProject] },
];

/** Asked for once for each reader, of which a list of sessions makes thousands. */
const ours: readonly Wire[] = agentWires.flatMap(({ wires }) => [...wires]);

export function allWires(agents: readonly AgentWires[] = agentWires): readonly Wire[] {
  return agents === agentWires ? ours : agents.flatMap(({ wires }) => [...wires]);
}

export function findWire(name: WireName, agents?: readonly AgentWires[]): Wire {
  return wireNamed(name, allWires(agents));
}

/** The wire of ours that a record can only be of, if there is one. */
export function recognise(record: JsonObject): Wire | undefined {
  return claimingWire(record, allWires());
}
