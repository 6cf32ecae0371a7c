import type { Source } from '../../sessions/index.ts';
import { createEventReader, type EventReader } from '../../wires/event-reader.ts';
import { type AgentWires, allWires } from '../../wires/registry.ts';
import type { Wire, WireName } from '../../wires/wire.ts';
import { createHeadGatherer, type ThreadHead } from '../../writers/thread-head.ts';
import type { WriterOptions } from '../../writers/writer.ts';
import type { CliContext } from '../agents.ts';
import { watcherOf } from '../source.ts';

/** Reads a file once for what stands at the top of a page; undefined for what can be read only once. */
export async function gatherHead(
  source: Source,
  wire: WireName | undefined,
  { agents }: CliContext,
  options: WriterOptions,
): Promise<ThreadHead | undefined> {
  const { info } = source;
  if (!info) return undefined;
  const reader = createEventReader({ agents, wire });
  const gatherer = createHeadGatherer({
    ...options,
    kind: () => wireOf(reader, agents)?.kind,
    known: { id: info.id, title: info.title, cwd: info.cwd, version: info.cliVersion },
    wires: agents,
    writer: () => wireOf(reader, agents)?.agent,
  });
  // How far it is, the second reading tells.
  const { onHead } = watcherOf(source, { advance() {} });
  for await (const outcomes of source.read(reader, { onHead })) for (const outcome of outcomes) gatherer.push(outcome);
  return gatherer.head();
}

/** The dialect that a reader found. */
export function wireOf(reader: EventReader, agents: readonly AgentWires[] | undefined): Wire | undefined {
  return allWires(agents).find(({ name }) => name === reader.wire);
}
