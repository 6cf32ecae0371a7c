import type { Outcome, ThreadEvent, UnifiedMessage } from 'threadline';
import { type AgentRun, createRunMessages, type RunResult } from 'threadline/run';

/** A run that is over, and all that it left. */
export interface FinishedRun {
  result: RunResult;
  outcomes: Outcome[];
  events: ThreadEvent[];
  /** The messages as they were collected live, the prompt included. */
  messages: UnifiedMessage[];
}

/** Reads a run to its end, as a program would that shows it. */
export async function finishRun(run: AgentRun, request: Parameters<typeof createRunMessages>[0]): Promise<FinishedRun> {
  const outcomes: Outcome[] = [];
  const builder = createRunMessages(request);
  for await (const outcome of run.events) {
    outcomes.push(outcome);
    if (outcome.ok) for (const event of outcome.events) builder.push(event);
  }
  builder.end();
  const events = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
  return { result: await run.completion, outcomes, events, messages: [...builder.messages] };
}
