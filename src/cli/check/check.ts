import type { Source } from '../../sessions/index.ts';
import { createEventReader } from '../../wires/event-reader.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createProgress, type Progress } from '../progress.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { describeEmpty, describeUnrecognised, ForeignInputError, findSource, readSource } from '../source.ts';
import { FileReport } from './file-report.ts';
import { createJsonPrinter } from './json-printer.ts';
import { createTablePrinter } from './table-printer.ts';

export interface CheckOptions {
  /** Files, `-`, or sessions in any form that `resolveSession` takes. */
  paths: readonly string[];
  /** Where to look for sessions. */
  homes?: readonly string[];
  json: boolean;
  color?: string | undefined;
}

/** Reads every file and prints what was found. A file that cannot be read does not keep the others from it. */
export async function check({ paths, homes, json, color }: CheckOptions): Promise<ExitCode> {
  const output = openOutput();
  const printer = json ? createJsonPrinter(output) : createTablePrinter(output, createScreen({ color }));
  const progress = createProgress(paths, { isWanted: true });
  let worst: ExitCode = exitCodes.ok;
  const fail = (exitCode: ExitCode, message: string) => {
    progress.hide();
    report(message);
    if (exitCode > worst) worst = exitCode;
  };
  for (const path of paths) {
    try {
      const source = await findSource(path, homes);
      const found = new FileReport(source.name === 'standard input' ? path : source.name, printer.keptProblems);
      const foreign = await readInto(found, source, progress);
      if (found.isUnrecognised) fail(exitCodes.badInput, foreign ?? describeUnrecognised(source));
      if (found.isEmpty) fail(exitCodes.ok, describeEmpty(source, found.lines));
      await printer.add(found);
    } catch (error) {
      const exitCode = exitCodeOf(error);
      if (exitCode === undefined || !(error instanceof Error)) throw error;
      fail(exitCode, error.message);
    }
  }
  progress.hide();
  await printer.end();
  return worst;
}

/** Says what the file is if it can hold no lines of JSON, else counts all that is in it. */
async function readInto(found: FileReport, source: Source, progress: Progress): Promise<string | undefined> {
  const reader = createEventReader();
  try {
    for await (const outcomes of readSource(source, reader, progress, { ownOnly: true })) {
      for (const outcome of outcomes) found.add(outcome);
    }
  } catch (error) {
    if (!(error instanceof ForeignInputError)) throw error;
    found.markForeign();
    return error.message;
  }
  found.finish(reader.wire, reader.lines);
  return undefined;
}
