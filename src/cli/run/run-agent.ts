import { CodexClient, type CodexOptions, type ExecRequest, type RunResult } from '../../run/index.ts';
import { type ExitCode, exitCodes, takeSignals, usageError } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createProblemReporter, report } from '../report.ts';
import { readPrompt } from './read-prompt.ts';
import { findResumed, type Resumed } from './resumed-session.ts';
import { createRunPrinter } from './run-printer.ts';

export interface RunAgentOptions {
  prompt: string;
  /** The prompt is no `-`, even if it looks like one. */
  isPrompt: boolean;
  /** The shape to write; for people by default. */
  to?: string;
  all: boolean;
  /** The session to go on with: its id, or `last`. */
  resume?: string;
  /** As it was typed; the client checks it. */
  codex: Omit<CodexOptions, 'sandbox'> & { sandbox?: string };
}

/** Runs Codex and writes what happens as it happens. */
export async function runAgent(options: RunAgentOptions): Promise<ExitCode> {
  const prompt = options.prompt === '-' && !options.isPrompt ? await readPrompt() : options.prompt;
  const resumed = options.resume === undefined ? undefined : await findResumed(options.resume, options.codex.cwd);
  const output = openOutput();
  const problems = createProblemReporter('codex');
  const interrupt = createInterrupt();
  const request = { ...(options.codex as CodexOptions), prompt, signal: interrupt.signal };
  const printer = await createRunPrinter({ ...options, request, resumed, output, problems });
  const run = start(request, resumed);
  let hasBegun = false;
  try {
    for await (const outcome of run.events) {
      hasBegun = true;
      printer.write(outcome);
      await output.flush();
      printer.idle(outcome);
      await output.flush();
    }
    const result = await run.completion;
    // Where nothing was begun there is nothing to show, not even the prompt.
    if (hasBegun || result.ok) printer.end(result);
    await output.flush();
    problems.end();
    return finish(result, interrupt.exitCode);
  } catch (error) {
    // Whatever went wrong here, the agent must not outlive us.
    await run.stop();
    throw error;
  }
}

function start(request: ExecRequest, resumed: Resumed | undefined) {
  try {
    const client = new CodexClient();
    return resumed ? client.streamResume({ ...request, ...resumed }) : client.streamExec(request);
  } catch (error) {
    // The client looks at every option before it starts anything.
    if (error instanceof TypeError) throw usageError(error.message, 'run');
    throw error;
  }
}

/** The first signal ends the agent politely; at the second, `run` itself ends it at once. */
function createInterrupt() {
  const controller = new AbortController();
  let interrupted: ExitCode | undefined;
  takeSignals((exitCode) => {
    interrupted ??= exitCode;
    controller.abort();
  });
  return {
    signal: controller.signal,
    get exitCode() {
      return interrupted;
    },
  };
}

function finish({ ok, error }: RunResult, interrupted: ExitCode | undefined): ExitCode {
  if (interrupted !== undefined) return interrupted;
  if (ok || !error) return exitCodes.ok;
  report(error.message);
  const isMachines = error.code === 'cli-not-found' || error.code === 'spawn-failed' || error.code === 'write-failed';
  return isMachines ? exitCodes.environment : exitCodes.agentFailed;
}
