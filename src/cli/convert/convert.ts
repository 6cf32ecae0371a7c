import { createEventReader } from '../../wires/event-reader.ts';
import { type AgentWires, allWires } from '../../wires/registry.ts';
import type { WireName } from '../../wires/wire.ts';
import { isPageName, loadWriter } from '../../writers/registry.ts';
import type { WriterOptions } from '../../writers/writer.ts';
import type { CliContext } from '../agents.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { openOutput } from '../output.ts';
import { createProgress } from '../progress.ts';
import { createProblemReporter, report } from '../report.ts';
import { describeEmpty, describeUnrecognised, findSource, readSource } from '../source.ts';
import { gatherHead, wireOf } from './gather-head.ts';
import { checkWriterName, createOutcomeWriter } from './write-outcomes.ts';

type ConvertedOptions = 'all' | 'firstTurn' | 'split' | 'original' | 'style' | 'tools' | 'reasoning' | 'turns';

export interface ConvertOptions extends CliContext, Pick<WriterOptions, ConvertedOptions> {
  /** Messages of sub-agents, too. */
  subagents?: boolean | undefined;
  /** A path, an id, a place in the list, `last` or `-`. */
  wanted: string;
  homes?: readonly string[] | undefined;
  to: string;
  from?: string | undefined;
  output?: string | undefined;
  strict?: boolean | undefined;
}

/** Reads one input to its end and writes it in another shape. */
export async function convert(options: ConvertOptions): Promise<ExitCode> {
  const wire = options.from === undefined ? undefined : wireNamed(options.from, options.agents);
  checkWriterName(options.to, 'convert');
  const { agents, homes } = options;
  const input = await findSource(options.wanted, { agents, homes });
  const reader = createEventReader({ agents, wire, strict: options.strict, raw: !isPageName(options.to) });
  const isPage = isPageName(options.to);
  const writerOptions: WriterOptions = {
    ...options,
    agents: isPage || options.subagents,
    vocabularies: agents,
    kind: () => wireOf(reader, agents)?.kind,
  };
  const head = isPage ? await gatherHead(input, wire, options, writerOptions) : undefined;
  const createWriter = await loadWriter(options.to, head);
  const output = openOutput(options.output);
  const progress = createProgress([input.info?.path ?? '-'], { isWanted: !output.isTerminal });
  const problems = createProblemReporter(input.name, progress.hide);
  const writer = createOutcomeWriter(createWriter, output, { ...writerOptions, head, problems, isPage });
  let isLong = false;
  let isUnrecognised = false;
  try {
    for await (const outcomes of readSource(input, reader, progress)) {
      if (!isLong && (outcomes.at(-1)?.offset ?? 0) > LONG_INPUT) {
        isLong = true;
        stopGrowth();
      }
      await writer.write(outcomes);
      if (input.isLive) await output.flush();
    }
    writer.finish();
    await output.flush();
    progress.hide();
    isUnrecognised = wire === undefined ? reader.wire === 'unknown' : writer.goodLines === 0 && writer.badLines > 0;
    if (isUnrecognised && writer.goodLines === 0) {
      throw new ExitError(exitCodes.badInput, describeUnrecognised(input, wire));
    }
    output.commit();
  } catch (error) {
    progress.hide();
    output.discard();
    throw error;
  }
  problems.end();
  if (isUnrecognised) throw new ExitError(exitCodes.badInput, describeUnrecognised(input, wire));
  if (writer.goodLines + writer.badLines === 0) report(describeEmpty(input, reader.lines));
  if (!options.strict || writer.badLines === 0) return exitCodes.ok;
  report(`${input.name} has ${writer.badLines} bad ${writer.badLines === 1 ? 'line' : 'lines'}`);
  return exitCodes.badInput;
}

/** The dialect that a person asked for by name. */
function wireNamed(name: string, agents: readonly AgentWires[] | undefined): WireName {
  const names = wireNames(agents);
  if (names.includes(name)) return name;
  throw usageError(`unknown wire '${name}'${didYouMean(name, names)}; --from takes: ${names.join(', ')}`, 'convert');
}

export function wireNames(agents?: readonly AgentWires[]): string[] {
  return allWires(agents).map(({ name }) => name);
}

/** From here on memory counts for more than a few percent of time. */
const LONG_INPUT = 256 * 1024;

/**
 * Keeps V8 from making room for ever more garbage: by default both of its generations grow to 100 MB and more while a
 * long input is read, though what is in use at any time is a few megabytes.
 */
function stopGrowth(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=50']) setFlagsFromString(flag);
}
