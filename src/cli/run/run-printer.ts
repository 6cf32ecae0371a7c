import type { ExecRequest, RunResult } from '../../run/index.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { createOutcomeWriter } from '../convert/outcome-writer.ts';
import { loadTarget } from '../convert/targets.ts';
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
  const { prompt, images } = request;
  if (to === undefined) return createLiveTranscript(options);
  const createTarget = await loadTarget(to, 'run');
  const context = {
    options: { prompt, images, firstTurn: resumed?.firstTurn, all: options.all },
    problems,
    wire: () => undefined,
  };
  const writer = createOutcomeWriter(createTarget, output, context);
  return { write: writer.add, idle() {}, end: writer.finish };
}
