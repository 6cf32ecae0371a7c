import type { Outcome } from '../../thread/outcome.ts';
import { createEventReader } from '../../wires/event-reader.ts';
import { describeEmpty, describeForeign, describeUnrecognised } from '../describe-input.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { openInput } from '../input.ts';
import { type Output, openOutput } from '../output.ts';
import { createProgress } from '../progress.ts';
import { report } from '../report.ts';
import { createJsonEncoder } from '../write-json.ts';
import { type ConvertTarget, loadTarget } from './targets.ts';
import { wireNamed } from './wire-named.ts';

export interface ConvertOptions {
  path: string;
  to: string;
  from?: string;
  output?: string;
  strict?: boolean;
}

/** Reads one input to its end and writes it in another shape. */
export async function convert(options: ConvertOptions): Promise<ExitCode> {
  const wire = options.from === undefined ? undefined : wireNamed(options.from);
  const target = await loadTarget(options.to);
  const input = openInput(options.path);
  const output = openOutput(options.output);
  const progress = createProgress([options.path], { isWanted: !output.isTerminal });
  const reader = createEventReader({ wire, strict: options.strict, raw: true });
  const writer = createOutcomeWriter(target, output);
  try {
    let isFirst = true;
    for await (const chunk of input.chunks) {
      const foreign = isFirst ? describeForeign(input, chunk) : undefined;
      if (foreign) throw new ExitError(exitCodes.badInput, foreign);
      isFirst = false;
      await writer.write(reader.push(chunk));
      if (input.isLive) await output.flush();
      progress.advance(chunk.length);
    }
    await writer.write(reader.end());
    await output.flush();
    progress.hide();
    const isRecognised = writer.goodLines > 0 || (wire === undefined && reader.wire !== undefined);
    if (writer.badLines > 0 && !isRecognised) {
      throw new ExitError(exitCodes.badInput, describeUnrecognised(input, wire));
    }
    output.commit();
  } catch (error) {
    progress.hide();
    output.discard();
    throw error;
  }
  if (writer.goodLines + writer.badLines === 0) report(describeEmpty(input, reader.lines));
  if (!options.strict || writer.badLines === 0) return exitCodes.ok;
  report(`${input.name} has ${writer.badLines} bad ${writer.badLines === 1 ? 'line' : 'lines'}`);
  return exitCodes.badInput;
}

/** Writes outcomes as they come, and counts the lines that were read and those that were not. */
function createOutcomeWriter(target: ConvertTarget, output: Output) {
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  let goodLines = 0;
  let badLines = 0;

  function writeLine(value: object): boolean {
    const text = encode(value);
    if (text !== undefined) output.append(`${text}\n`);
    return text !== undefined;
  }

  return {
    async write(outcomes: readonly Outcome[]): Promise<void> {
      for (const outcome of outcomes) {
        if (outcome.ok) goodLines += 1;
        else badLines += 1;
        target.write(outcome, writeLine);
        if (output.isFull) await output.flush();
      }
    },
    get goodLines() {
      return goodLines;
    },
    get badLines() {
      return badLines;
    },
  };
}
