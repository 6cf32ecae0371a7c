import { type AgentWires, agentWires } from '../../core/wires/registry.ts';
import type { WireName, WireOptions } from '../../core/wires/wire.ts';
import type { AgentStore, SessionFile } from './store.ts';
import { agentStores } from './stores/registry.ts';

/** The agents whose lines this machine reads. Those that bring their wires come last: they are known by description alone. */
export const sessionWires: readonly AgentWires[] = [...agentWires, ...bringing(agentStores)];

function bringing(agents: readonly AgentStore[]): AgentWires[] {
  return agents.flatMap((agent) => (agent.wires ? [{ ...agent, wires: agent.wires }] : []));
}

/** Options for reading a file: the agent's own wires if it brings any, else those of every given agent. */
export function readerOptionsOf(
  file: Pick<SessionFile, 'wire' | 'agent'> & Partial<Pick<SessionFile, 'realPath' | 'open'>>,
  agents?: readonly AgentStore[],
): { wire: WireName | 'auto'; agents?: readonly AgentWires[] } & Pick<WireOptions, 'isToldElsewhere'> {
  const { wire, agent } = file;
  const isToldElsewhere = ownLinesOf(file);
  const told = isToldElsewhere && { isToldElsewhere };
  if (agent) return agent.wires ? { wire, agents: bringing([agent]), ...told } : { wire, ...told };
  const given = bringing(agents ?? []);
  if (given.length === 0) return { wire, agents: sessionWires };
  return { wire, agents: [...given, ...sessionWires.filter(({ name }) => given.every((own) => own.name !== name))] };
}

/** A file of another machine has its sub-agents' files there, and each is read on its own. */
function ownLinesOf({ agent, realPath, open }: Partial<Pick<SessionFile, 'agent' | 'realPath' | 'open'>>) {
  if (!agent?.store.ownLines) return undefined;
  return realPath === undefined || open ? () => true : agent.store.ownLines(realPath);
}
