import type { Redactor } from '../../redact/redactor.ts';
import type { Source } from '../../sessions/index.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { createEventReader, type EventReader } from '../../wires/event-reader.ts';
import { type AgentWires, allWires } from '../../wires/registry.ts';
import type { Wire, WireName } from '../../wires/wire.ts';
import { createHeadGatherer, type ThreadHead } from '../../writers/thread-head.ts';
import type { WriterOptions } from '../../writers/writer.ts';
import type { CliContext } from '../agents.ts';
import { watcherOf } from '../source.ts';
import { LONG_INPUT, stopGrowth } from '../stop-growth.ts';

/** What a first reading is for, and how the second one will see the thread. */
interface HeadReading extends CliContext {
  wire?: WireName | undefined;
  writing: WriterOptions;
  /** Takes secrets out of what stands on top, too. */
  redactor?: Redactor | undefined;
}

/** Reads a file once for what stands at the top of a page; undefined for what can be read only once. */
export async function gatherHead(
  source: Source,
  { agents, wire, writing, redactor }: HeadReading,
): Promise<ThreadHead | undefined> {
  const { info } = source;
  if (!info) return undefined;
  const reader = createEventReader({ agents, wire });
  const known = { id: info.id, title: info.title, cwd: info.cwd, version: info.cliVersion };
  const gatherer = createHeadGatherer({
    ...writing,
    kind: () => wireOf(reader, agents)?.kind,
    known: redactor ? redactor.value(known) : known,
    wires: agents,
    writer: () => wireOf(reader, agents)?.agent,
  });
  const take = (outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) gatherer.push(outcome);
  };
  // How far it is, the second reading tells.
  const { onHead } = watcherOf(source, { advance() {} });
  for await (const outcomes of source.read(reader, { onHead })) {
    if ((outcomes.at(-1)?.offset ?? 0) > LONG_INPUT) stopGrowth();
    take(redactor ? outcomes.flatMap((outcome) => redactor.outcome(outcome)) : outcomes);
  }
  if (redactor) take(redactor.end());
  return gatherer.head();
}

/** The dialect that a reader found. */
export function wireOf(reader: EventReader, agents: readonly AgentWires[] | undefined): Wire | undefined {
  return allWires(agents).find(({ name }) => name === reader.wire);
}
