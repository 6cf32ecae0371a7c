import { createEventReader } from '../../wires/event-reader.ts';
import type { WriterOptions } from '../../writers/writer.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createProgress } from '../progress.ts';
import { createProblemReporter, report } from '../report.ts';
import { describeEmpty, describeUnrecognised, findSource, readSource } from '../source.ts';
import { wireNamed } from './wire-named.ts';
import { createOutcomeWriter, writerNamed } from './write-outcomes.ts';

export interface ConvertOptions extends Pick<WriterOptions, 'all' | 'firstTurn' | 'split' | 'original'> {
  /** A file, `-`, or a session in any form that `resolveSession` takes. */
  path: string;
  /** Where to look for sessions. */
  homes?: readonly string[];
  to: string;
  from?: string;
  output?: string;
  strict?: boolean;
}

/** Reads one input to its end and writes it in another shape. */
export async function convert(options: ConvertOptions): Promise<ExitCode> {
  const wire = options.from === undefined ? undefined : wireNamed(options.from);
  const createWriter = writerNamed(options.to, 'convert');
  const source = await findSource(options.path, options.homes);
  const output = openOutput(options.output);
  const progress = createProgress([source.info?.path ?? '-'], { isWanted: !output.isTerminal });
  const reader = createEventReader({ wire, strict: options.strict, raw: true });
  const problems = createProblemReporter(source.name, progress.hide);
  const writer = createOutcomeWriter(createWriter, output, {
    ...options,
    problems,
    wire: () => reader.wire,
  });
  let isLong = false;
  let isUnrecognised = false;
  try {
    for await (const outcomes of readSource(source, reader, progress)) {
      if (!isLong && (outcomes.at(-1)?.offset ?? 0) > LONG_INPUT) {
        isLong = true;
        stopGrowth();
      }
      await writer.write(outcomes);
      if (source.isLive) await output.flush();
    }
    writer.finish();
    await output.flush();
    progress.hide();
    isUnrecognised = wire === undefined ? reader.wire === 'unknown' : writer.goodLines === 0 && writer.badLines > 0;
    if (isUnrecognised && writer.goodLines === 0) {
      throw new ExitError(exitCodes.badInput, describeUnrecognised(source, wire));
    }
    output.commit();
  } catch (error) {
    progress.hide();
    output.discard();
    throw error;
  }
  problems.end();
  if (isUnrecognised) throw new ExitError(exitCodes.badInput, describeUnrecognised(source, wire));
  if (writer.goodLines + writer.badLines === 0) report(describeEmpty(source, reader.lines));
  if (!options.strict || writer.badLines === 0) return exitCodes.ok;
  report(`${source.name} has ${writer.badLines} bad ${writer.badLines === 1 ? 'line' : 'lines'}`);
  return exitCodes.badInput;
}

/** From here on memory counts for more than a few percent of time. */
const LONG_INPUT = 1024 * 1024;

/**
 * Keeps V8 from making room for ever more garbage: by default its young generation grows to 100 MB while a long input is
 * read, though what is in use at any time is a few megabytes.
 */
function stopGrowth(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
}
