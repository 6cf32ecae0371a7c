import type { Redactor } from '../../../core/redact/redactor.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import type { WireName } from '../../../core/wires/wire.ts';
import { withRedaction } from '../../../core/writers/redacted-writer.ts';
import { isPageName, loadWriter } from '../../../core/writers/registry.ts';
import type { WriterOptions } from '../../../core/writers/writer.ts';
import { gatherHead } from '../../../machine/sessions/gather-head.ts';
import type { Source } from '../../../machine/sessions/index.ts';
import { sessionWires } from '../../../machine/sessions/reader-options.ts';
import type { HomesContext } from '../agents.ts';
import { ExitError, exitCodes } from '../exit.ts';
import type { Output } from '../output.ts';
import { createProgress } from '../progress.ts';
import { createProblemReporter, report } from '../report.ts';
import { readSessionCost } from '../session-cost.ts';
import { describeEmpty, describeUnrecognised, readSource, watcherOf } from '../source.ts';
import { LONG_INPUT, stopGrowth } from '../stop-growth.ts';
import { costText } from '../usage/amounts.ts';
import { createEmbeddedAgents, type EmbeddedAgents } from './embedded-agents.ts';
import type { TrajectoryImages } from './trajectory-files.ts';
import { createOutcomeWriter } from './write-outcomes.ts';

export interface WriteSourceOptions extends HomesContext {
  to: string;
  /** The wire; recognised by default. */
  wire?: WireName | undefined;
  strict?: boolean | undefined;
  writing: WriterOptions;
  /** The file that is written, for shapes that put others beside it. */
  path?: string | undefined;
  /** Removes secrets from everything that is written. */
  redactor?: Redactor | undefined;
}

/** Reads an input to its end and writes it in a shape, whole or not at all. Returns the number of bad lines. */
export async function writeSource(source: Source, open: () => Output, options: WriteSourceOptions): Promise<number> {
  const { agents, wire, to, redactor } = options;
  const isPage = isPageName(to);
  const reader = createEventReader({
    agents: agents ?? sessionWires,
    wire,
    strict: options.strict,
    raw: !isPage && !redactor,
  });
  const writing: WriterOptions = {
    ...options.writing,
    threadId: source.info?.id,
    agents: isPage || options.writing.agents,
    vocabularies: agents,
    agent: () => reader.agent ?? source.info?.agent,
  };
  const images = to === 'atif' ? await addTrajectory(writing, options.path) : undefined;
  const embedded = to === 'atif' ? agentsOf(source, options) : undefined;
  if (isPage) writing.cost = await costOf(source, options);
  if (to === 'summary') writing.changes = await changesOf(source, options);
  const head = isPage ? await gatherHead(source, { ...headReading(source, options), writing }) : undefined;
  const createWriter = await loadWriter(to, head);
  const output = open();
  const progress = createProgress([source.isElsewhere ? '-' : (source.info?.path ?? '-')], {
    isWanted: !output.isTerminal,
  });
  const problems = createProblemReporter(source.name, progress.hide);
  const writer = createOutcomeWriter(
    redactor ? (given) => withRedaction(createWriter(given), redactor) : createWriter,
    output,
    { ...writing, head, problems, isPage },
  );
  let isLong = false;
  let isUnrecognised = false;
  try {
    for await (const outcomes of readSource(source, reader, progress, { alone: to === 'atif' })) {
      if (!isLong && (outcomes.at(-1)?.offset ?? 0) > LONG_INPUT) {
        isLong = true;
        stopGrowth();
      }
      embedded?.see(outcomes);
      await writer.write(outcomes, isPage && reader.wire === 'unknown');
      if (source.isLive) await output.flush();
    }
    await embedded?.read(writer.add);
    writer.finish();
    isUnrecognised = source.isArchived
      ? false
      : wire === undefined
        ? reader.wire === 'unknown'
        : writer.goodLines === 0 && writer.badLines > 0;
    // Lines of problems tell what is wrong. A page of nothing else does not.
    if (!isUnrecognised || !isPage) await output.flush();
    progress.hide();
    if (isUnrecognised && (isPage || writer.goodLines === 0)) {
      throw new ExitError(exitCodes.badInput, describeUnrecognised(source, wire));
    }
    output.commit();
  } catch (error) {
    progress.hide();
    output.discard();
    images?.discard();
    throw error;
  }
  problems.end();
  images?.tell();
  if (isUnrecognised) throw new ExitError(exitCodes.badInput, describeUnrecognised(source, wire));
  if (writer.goodLines + writer.badLines === 0) report(describeEmpty(source, reader.lines));
  return writer.badLines;
}

/** The net changes of a whole thread. Of some turns the sum of their calls is told. */
async function changesOf({ info, isElsewhere, isArchived }: Source, options: WriteSourceOptions) {
  const { agents, homes, writing, redactor } = options;
  if (!info || isElsewhere || isArchived || writing.turns !== undefined || writing.tools === false) return undefined;
  const { knownChanges } = await import('./known-changes.ts');
  const changes = await knownChanges(info, { agents, homes });
  return changes && redactor
    ? { ...changes, files: changes.files.map((file) => ({ ...file, path: redactor.text(file.path) })) }
    : changes;
}

/** Files beside the session's file can be read only on the machine that has it. */
function agentsOf({ info, isElsewhere, isArchived }: Source, options: WriteSourceOptions): EmbeddedAgents | undefined {
  const { agents, homes, writing } = options;
  if (!info || isElsewhere || isArchived || writing.tools === false) return undefined;
  return createEmbeddedAgents(info, { agents, homes, all: writing.all });
}

/** What a trajectory needs of this machine: prices, and a place for its images. */
async function addTrajectory(writing: WriterOptions, path: string | undefined): Promise<TrajectoryImages> {
  const [{ requestCost }, { createTrajectoryImages }] = await Promise.all([
    import('./request-cost.ts'),
    import('./trajectory-files.ts'),
  ]);
  const images = createTrajectoryImages(path === '-' ? undefined : path);
  writing.requestCost = requestCost;
  writing.saveImage = images.saveImage;
  return images;
}

/** The first of two readings. The second one shows the progress. */
function headReading(source: Source, { agents, wire, redactor }: WriteSourceOptions) {
  let bytes = 0;
  const advance = (more: number) => {
    bytes += more;
    if (bytes > LONG_INPUT) stopGrowth();
  };
  return { agents, wire, redactor, ...watcherOf(source, { advance }) };
}

/** The cost of a session, for the head of a page; undefined if its file has no request, or none with a price. */
async function costOf({ info, isElsewhere }: Source, { agents }: WriteSourceOptions): Promise<string | undefined> {
  if (!info || isElsewhere) return undefined;
  const used = await readSessionCost(info, agents);
  return used.costUsd === null ? undefined : costText(used);
}
