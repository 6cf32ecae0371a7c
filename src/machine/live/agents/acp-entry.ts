import type { AcpAgent } from '../protocols/acp/acp-agent.ts';
import { AcpProtocol } from '../protocols/acp/acp-protocol.ts';
import type { LiveEntry } from './live-entry.ts';

/** An agent that speaks the Agent Client Protocol, by its table. */
export function acpEntry(entry: Omit<LiveEntry, 'protocol'>, agent: AcpAgent): LiveEntry {
  return { ...entry, protocol: (link, start) => new AcpProtocol(link, start, agent) };
}

/** Any other one: it asks in the mode that is called so, or as its settings say. */
export function otherAcpEntry(name: string, command: readonly string[]): LiveEntry {
  const [file = '', ...args] = command;
  const installHint = 'Name its program in the list.';
  const program = { program: name, installHint, detect: () => (file === '' ? undefined : file) };
  const modes = { ask: 'default', plan: 'plan', bypass: [] };
  return acpEntry({ name, program, args: () => args }, { modes, resume: 'load', models: 'set_model' });
}
