import type { JsonObject } from '../lines/json.ts';
import type { AgentName } from '../thread/event.ts';
import {
  claudeNames,
  clineNames,
  codexNames,
  copilotNames,
  geminiNames,
  gooseNames,
  kiloNames,
  kimiNames,
  opencodeNames,
  piNames,
  qwenNames,
} from './agent-names.ts';
import { claudeProject } from './claude-project/wire.ts';
import { claudeStream } from './claude-stream/wire.ts';
import { clineSession } from './cline-session/wire.ts';
import { clineStream } from './cline-stream/wire.ts';
import { clineTask, clineTaskStream } from './cline-task/wire.ts';
import { codexExec } from './codex-exec/wire.ts';
import { codexLegacy } from './codex-legacy/wire.ts';
import { codexRollout } from './codex-rollout/wire.ts';
import { copilotEvents } from './copilot-events/wire.ts';
import { copilotStream } from './copilot-stream/wire.ts';
import { geminiChat } from './gemini-chat/wire.ts';
import { geminiStream } from './gemini-stream/wire.ts';
import { gooseRows } from './goose-rows/wire.ts';
import { gooseStream } from './goose-stream/wire.ts';
import { kimiStream } from './kimi-stream/wire.ts';
import { kimiWire } from './kimi-wire/wire.ts';
import { opencodeEvents } from './opencode-events/wire.ts';
import { opencodeExport } from './opencode-export/wire.ts';
import { opencodeStore } from './opencode-store/wire.ts';
import { opencodeStream } from './opencode-stream/wire.ts';
import { piSession } from './pi-session/wire.ts';
import { promptLog } from './prompt-log/wire.ts';
import { qwenChat } from './qwen-chat/wire.ts';
import { qwenStream } from './qwen-stream/wire.ts';
import { threadlineEvents } from './threadline-events/wire.ts';
import { threadlineMessages } from './threadline-messages/wire.ts';
import { threadlineNdjson } from './threadline-ndjson/wire.ts';
import { claimingWire, type Wire, type WireName, wireNamed } from './wire.ts';

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
  { ...piNames, wires: [piSession] },
  { ...kimiNames, wires: [kimiStream, kimiWire] },
  { ...codexNames, wires: [codexExec, codexLegacy, codexRollout] },
  { ...geminiNames, wires: [geminiStream, geminiChat] },
  { ...opencodeNames, wires: [opencodeStream, opencodeStore, opencodeEvents, opencodeExport] },
  // Kilo writes what OpenCode writes. Its place, or a field, tells them apart.
  { ...kiloNames, wires: [] },
  { ...copilotNames, wires: [copilotStream, copilotEvents] },
  // Before Claude: its stream and its files have the form of Claude's.
  { ...qwenNames, wires: [qwenStream, qwenChat] },
  { ...claudeNames, wires: [claudeStream, claudeProject] },
  { ...gooseNames, wires: [gooseStream, gooseRows] },
  { ...clineNames, wires: [clineStream, clineSession, clineTaskStream, clineTask] },
];

/** Wires of whichever agent. What threadline itself writes is asked first: its events have the names of an agent's. */
const ownWires: readonly Wire[] = [threadlineMessages, threadlineNdjson, threadlineEvents, promptLog];

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
