import { resolve } from 'node:path';
import { readableError } from '../../../core/messages/readable-error.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import {
  type AgentDriverEntry,
  type AgentOptions,
  createRunMessages,
  failedRunLine,
  type RunResult,
} from '../../../machine/run/index.ts';
import { resumeCommand } from '../agents.ts';
import { createOutcomeWriter, writerNamed } from '../convert/write-outcomes.ts';
import type { Output } from '../output.ts';
import type { ProblemReporter } from '../report.ts';
import { usageText } from '../transcript/header.ts';
import { createHeaderFacts } from '../transcript/header-facts.ts';
import { createLiveTranscript } from '../transcript/live-transcript.ts';
import { createTranscript } from '../transcript/transcript.ts';
import { dollars } from '../usage/amounts.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { Resumed, RunAgentOptions } from './run-agent.ts';

/** Writes the events of a run. */
export interface RunPrinter {
  write(outcome: Outcome): void;
  /** Called when everything is written and the next outcome is awaited. */
  idle(outcome: Outcome): void;
  /** `usd`: the cost of the run, if it is known. */
  end(result: RunResult, isInterrupted: boolean, usd?: number): void;
  /** True if the message is in what was written for people. */
  hasSaid(message: string): boolean;
}

export interface RunPrinterOptions extends Pick<RunAgentOptions, 'agents' | 'to' | 'full' | 'all' | 'color'> {
  entry: AgentDriverEntry;
  request: AgentOptions & { prompt: string };
  resumed: Resumed | undefined;
  output: Output;
  problems: ProblemReporter;
}

/** In the requested shape, else as a transcript. */
export function createRunPrinter(options: RunPrinterOptions): RunPrinter {
  const { to, output, problems, request, resumed, all } = options;
  if (to === undefined) return createTranscriptPrinter(options);
  const firstTurn = resumed?.firstTurn;
  const builder = createRunMessages({ ...request, firstTurn, all, vocabularies: options.agents });
  const writer = createOutcomeWriter(writerNamed(to, 'run'), output, {
    all,
    firstTurn,
    builder,
    problems,
    agent: () => options.entry.name,
    vocabularies: options.agents,
  });
  return {
    write: writer.add,
    idle() {},
    end(result) {
      writer.finish();
      // If the agent did not live to report the end of the turn, those who wait for it are told here.
      const failed = to === 'ndjson' ? failedRunLine(result) : undefined;
      const line = failed && createJsonEncoder({ forTerminal: output.isTerminal })(failed);
      if (line !== undefined) output.append(`${line}\n`);
    },
    hasSaid: () => false,
  };
}

function createTranscriptPrinter(options: RunPrinterOptions): RunPrinter {
  const { entry, full, all, color, request, resumed, output, problems, agents } = options;
  const facts = createHeaderFacts({ agents, writer: () => entry.name });
  const live = createLiveTranscript({
    builder: createRunMessages({ ...request, firstTurn: resumed?.firstTurn, all, vocabularies: agents }),
    transcript: createTranscript({ full, context: all, color, unfoldHint: ' (threadline show last --full)' }),
    output,
    facts() {
      const { id, cwd = resolve(request.cwd ?? '.'), model = request.model, agent, cliVersion } = facts.facts();
      return { id, cwd, model, cliVersion, agent: cliVersion && agent };
    },
  });
  return {
    write(outcome) {
      if (outcome.ok) outcome.events.forEach(facts.add);
      live.push(outcome);
    },
    idle(outcome) {
      // On stderr. What goes to stdout must be written by now, or the two would mix.
      problems.addOutcome(outcome);
      live.idle();
    },
    end(result, isInterrupted, usd) {
      const { threadId } = result;
      const hints = threadId === undefined ? [] : [resumeCommand(entry.name, threadId, options), RESUME_HINT];
      live.end(endText(result, isInterrupted, usd), ...hints);
    },
    hasSaid: (message) => live.lastNotice !== undefined && readableError(live.lastNotice) === readableError(message),
  };
}

const RESUME_HINT = 'threadline run --resume last PROMPT';

/** `12.3 s · 15,963 in (12,288 cached), 261 out · $0.42`, and how it ended if that was not well. */
function endText(result: RunResult, isInterrupted: boolean, usd = 0): string {
  const { durationMs, usage } = result;
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const end = endWord(result, isInterrupted);
  const facts = [end === '' ? time : `${end} after ${time}`];
  if (usage) facts.push(usageText(usage));
  if (usd > 0) facts.push(dollars(usd));
  return facts.join(' · ');
}

function endWord({ ok, timedOut, idleTimedOut }: RunResult, isInterrupted: boolean): string {
  if (isInterrupted) return 'interrupted';
  if (timedOut || idleTimedOut) return 'stopped';
  return ok ? '' : 'failed';
}
