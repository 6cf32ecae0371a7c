import { type FollowChange, followSession, openSession } from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';
import { findWithFile } from '../archived-source.ts';
import { type ExitCode, endOnSignal, usageError } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createProblemReporter, report } from '../report.ts';
import { describeEmpty, describeUnrecognised } from '../source.ts';
import { createTranscript, type Transcript } from '../transcript/transcript.ts';
import { createHeldOutput } from './held-output.ts';
import { createJsonPrinter, createTranscriptPrinter, type SessionPrinterOptions } from './session-printer.ts';
import { tailAll } from './tail-all.ts';

export interface TailOptions extends HomesContext {
  /** An id, a path, a place in the list or `last`; undefined for all sessions. */
  wanted: string | undefined;
  agent?: string | undefined;
  /** The number of last messages to begin with. */
  last: number;
  /** The shape to write; for people by default. */
  to?: string | undefined;
  full: boolean;
  context: boolean;
  color?: string | undefined;
}

/** Shows what happens in a session, or in all of them, until it is interrupted. */
export async function tail(options: TailOptions): Promise<ExitCode> {
  const { signal, exitCode } = endOnSignal();
  if (options.wanted === undefined) await tailAll(options, signal);
  else await tailOne(options.wanted, options, signal);
  return exitCode();
}

/** The transcript for people, as in `show` and `run`. */
export function transcriptOf({ full, context, color }: TailOptions): Transcript {
  return createTranscript({ full, context, color, unfoldHint: ' (--full shows them)' });
}

async function tailOne(wanted: string, options: TailOptions, signal: AbortSignal): Promise<void> {
  const { homes, agents, to, last, context } = options;
  const found = await findWithFile(wanted, { homes, agents }, 'nothing more is written to it');
  if (found.kind === 'stdin') throw usageError('tail follows a file; what comes through a pipe is for show -', 'tail');
  const { path } = found.kind === 'session' ? found.info : found;
  const { info } = await openSession({ path }, { agents });
  // It is followed all the same: an agent may be about to write its first line.
  if (info.agent === undefined)
    report(`${info.size === 0 ? describeEmpty({ name: path }, 0) : describeUnrecognised({ name: path })} so far`);
  const output = openOutput();
  const held = createHeldOutput(output, last, to === undefined);
  const problems = createProblemReporter(path);
  const printing: SessionPrinterOptions = { info, output: held, context, agents };
  const create = () =>
    to === undefined
      ? createTranscriptPrinter(printing, transcriptOf(options))
      : createJsonPrinter(printing, to, false);
  let printer = create();
  for await (const change of followSession({ path }, { agents, signal })) {
    for (const outcome of 'outcomes' in change ? change.outcomes : []) {
      printer.push(outcome);
      if (to !== 'events') problems.addOutcome(outcome);
    }
    if (change.kind === 'reset') {
      printer.end();
      held.hold();
      printer = create();
    }
    if (change.kind === 'gone' || (change.kind === 'outcomes' && change.isCurrent)) held.release();
    await output.flush();
    tell(path, change);
    if (change.kind === 'outcomes' && change.isCurrent) printer.idle();
    await output.flush();
  }
  held.release();
  printer.end();
  await output.flush();
}

/** Reports a change of the file itself. */
export function tell(path: string, change: FollowChange): void {
  if (change.kind !== 'outcomes') report(`${path}: ${change.problem.message} (${change.problem.code})`);
}
