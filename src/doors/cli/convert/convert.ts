import { amount } from '../../../core/text/amount.ts';
import { type AgentWires, allWires } from '../../../core/wires/registry.ts';
import type { WireName } from '../../../core/wires/wire.ts';
import type { WriterOptions } from '../../../core/writers/writer.ts';
import type { HomesContext } from '../agents.ts';
import { findSourceOrGone } from '../archived-source.ts';
import { type ExitCode, exitCodes, usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { openOutput } from '../output.ts';
import { openRedactor, type RedactionChoice, reportRedactions } from '../redaction.ts';
import { report } from '../report.ts';
import { checkWriterName } from './write-outcomes.ts';
import { writeSource } from './write-source.ts';

type ConvertedOptions =
  | 'all'
  | 'flat'
  | 'firstTurn'
  | 'split'
  | 'original'
  | 'style'
  | 'content'
  | 'tools'
  | 'reasoning'
  | 'turns';

export interface ConvertOptions extends HomesContext, Pick<WriterOptions, ConvertedOptions> {
  /** Includes messages of sub-agents. */
  subagents?: boolean | undefined;
  /** A path, an id, a place in the list, `last` or `-`. */
  wanted: string;
  to: string;
  from?: string | undefined;
  output?: string | undefined;
  strict?: boolean | undefined;
  /** Undefined leaves secrets in: a conversion changes no data by itself. */
  redaction?: RedactionChoice | undefined;
}

/** Reads one input to its end and writes it in another shape. */
export async function convert(options: ConvertOptions): Promise<ExitCode> {
  const wire = options.from === undefined ? undefined : wireNamed(options.from, options.agents);
  checkWriterName(options.to, 'convert');
  const { agents, homes, to, strict } = options;
  const redactor = options.redaction && openRedactor(options.redaction, 'convert');
  const input = await findSourceOrGone(options.wanted, { agents, homes });
  const badLines = await writeSource(input, () => openOutput(options.output), {
    agents,
    homes,
    wire,
    to,
    strict,
    redactor,
    path: options.output,
    writing: { ...options, agents: options.subagents },
  });
  if (redactor) reportRedactions(redactor);
  if (!strict || badLines === 0) return exitCodes.ok;
  report(`${input.name} has ${amount(badLines, 'bad line')}`);
  return exitCodes.badInput;
}

/** The wire that a person named. */
function wireNamed(name: string, agents: readonly AgentWires[] | undefined): WireName {
  const names = wireNames(agents);
  if (names.includes(name)) return name;
  throw usageError(`unknown wire '${name}'${didYouMean(name, names)}; --from takes: ${names.join(', ')}`, 'convert');
}

/** Those of agents first, in the order of their registry. */
export function wireNames(agents?: readonly AgentWires[]): string[] {
  const wires = allWires(agents);
  return [...wires.filter(({ agent }) => agent !== ''), ...wires.filter(({ agent }) => agent === '')].map(
    ({ name }) => name,
  );
}
