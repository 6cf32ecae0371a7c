import type { Redactor } from '../../core/redact/redactor.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import type { AgentWires } from '../../core/wires/registry.ts';
import type { WireName } from '../../core/wires/wire.ts';
import { createHeadGatherer, type ThreadHead } from '../../core/writers/thread-head.ts';
import type { WriterOptions } from '../../core/writers/writer.ts';
import type { SourceReadOptions } from './open-session.ts';
import type { Source } from './open-source.ts';
import { sessionWires } from './reader-options.ts';

/** Options of a first reading, and how the second one will see the thread. */
export interface HeadReading extends SourceReadOptions {
  /** The known agents. Default: those of threadline. */
  agents?: readonly AgentWires[] | undefined;
  wire?: WireName | undefined;
  writing: WriterOptions;
  /** Removes secrets from the head too. */
  redactor?: Redactor | undefined;
}

/** Reads a file once for the head of a page. Undefined for input that can be read only once. */
export async function gatherHead(
  source: Source,
  { agents, wire, writing, redactor, ...reading }: HeadReading,
): Promise<ThreadHead | undefined> {
  const { info } = source;
  if (!info) return undefined;
  const reader = createEventReader({ agents: agents ?? sessionWires, wire });
  const { id, title, cwd, cliVersion: version, turns } = info;
  const known = { id, title, cwd, version, ...(turns !== undefined && { turns }) };
  const gatherer = createHeadGatherer({
    ...writing,
    known: redactor ? redactor.value(known) : known,
    wires: agents,
    writer: () => reader.agent,
  });
  const take = (outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) gatherer.push(outcome);
  };
  for await (const outcomes of source.read(reader, reading)) {
    take(redactor ? outcomes.flatMap((outcome) => redactor.outcome(outcome)) : outcomes);
  }
  if (redactor) take(redactor.end());
  return gatherer.head();
}
