import type { ExecRequest, RunResult } from '../../run/index.ts';
import { createRunMessages } from '../../run/index.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { createOutcomeWriter, writerNamed } from '../convert/write-outcomes.ts';
import type { Output } from '../output.ts';
import type { ProblemReporter } from '../report.ts';
import { createLiveTranscript } from './live-transcript.ts';
import type { Resumed } from './resumed-session.ts';

/** Writes what a run does. */
export interface RunPrinter {
  write(outcome: Outcome): void;
  /** What was written has been put out, and the next outcome is waited for. */
  idle(outcome: Outcome): void;
  end(result: RunResult): void;
}

export interface RunPrinterOptions {
  to?: string;
  all: boolean;
  request: ExecRequest;
  resumed: Resumed | undefined;
  output: Output;
  problems: ProblemReporter;
}

/** In the shape that was asked for, else as a transcript. */
export async function createRunPrinter(options: RunPrinterOptions): Promise<RunPrinter> {
  const { to, output, problems, request, resumed } = options;
  if (to === undefined) return createLiveTranscript(options);
  const { all } = options;
  const firstTurn = resumed?.firstTurn;
  const builder = createRunMessages({ ...request, firstTurn, all });
  const writer = createOutcomeWriter(writerNamed(to, 'run'), output, { all, firstTurn, builder, problems });
  return { write: writer.add, idle() {}, end: writer.finish };
}
