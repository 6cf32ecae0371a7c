import type { JsonObject } from '../lines/json.ts';
import { acp } from './acp/wire.ts';
import type { AgentWires } from './agent-wires.ts';
import { claude } from './agents/claude.ts';
import { claudeControl } from './agents/claude-control.ts';
import { cline } from './agents/cline.ts';
import { codex } from './agents/codex.ts';
import { codexAppServer } from './agents/codex-app-server.ts';
import { copilot } from './agents/copilot.ts';
import { gemini } from './agents/gemini.ts';
import { goose } from './agents/goose.ts';
import { kilo } from './agents/kilo.ts';
import { kimi } from './agents/kimi.ts';
import { opencode } from './agents/opencode.ts';
import { pi } from './agents/pi.ts';
import { qwen } from './agents/qwen.ts';
import { atif } from './atif/wire.ts';
import { promptLog } from './prompt-log/wire.ts';
import { threadlineEvents } from './threadline-events/wire.ts';
import { threadlineMessages } from './threadline-messages/wire.ts';
import { threadlineNdjson } from './threadline-ndjson/wire.ts';
import { claimingWire, unclaimedReader, type Wire, type WireName, wireNamed } from './wire.ts';

export type { AgentWires } from './agent-wires.ts';

/**
 * Every agent that threadline reads, in the order in which they are asked: Qwen's lines have the form of Claude's. A new one
 * needs a folder per wire, a file in `agents`, and a line here.
 */
export const agentWires: readonly AgentWires[] = [
  pi,
  kimi,
  { ...codex, wires: [...codexAppServer.wires, ...codex.wires] },
  gemini,
  opencode,
  kilo,
  copilot,
  qwen,
  { ...claude, wires: [...claudeControl.wires, ...claude.wires] },
  goose,
  cline,
];

/** Wires of whichever agent. What threadline itself writes is asked first: its events have the names of an agent's. */
const ownWires: readonly Wire[] = [threadlineMessages, threadlineNdjson, threadlineEvents, promptLog, atif, acp];

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
