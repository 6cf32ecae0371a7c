import type { Answer, Exchange, NativeCall } from './answer.ts';
import { type ScenarioRun, SUB_TASK } from './scenarios.ts';

/** What the model of a scenario is asked, and what it answered so far. */
export interface Conversation {
  /** The next answer to whoever asks. `messages` is what the request holds of its thread. */
  next(messages: unknown): { thread: Exchange['thread']; answer: Answer };
  /** Keeps what was answered, with the calls in the agent's own words. */
  keep(thread: Exchange['thread'], answer: Answer, calls: readonly NativeCall[]): void;
  /** True if the agent had no tool for something that the model should do: the scenario is not for it. */
  readonly lacksTools: boolean;
  readonly exchanges: readonly Exchange[];
  /** Goes on to another run of the scenario. */
  begin(run: ScenarioRun): void;
}

const DONE: Answer = { say: 'Done.' };

/** Answers by the list of a run. An agent that another one started has a list of its own. */
export function createConversation(): Conversation {
  const exchanges: Exchange[] = [];
  let [current, runs] = [undefined as ScenarioRun | undefined, -1];
  let counts = { main: 0, sub: 0 };
  let lacksTools = false;
  return {
    exchanges,
    get lacksTools() {
      return lacksTools;
    },
    begin(run) {
      current = run;
      runs += 1;
      counts = { main: 0, sub: 0 };
    },
    next(messages) {
      const text = JSON.stringify(messages ?? []);
      // The one that starts another says the task too, but its prompt stands before it.
      const isSub = text.includes(SUB_TASK) && !text.includes(JSON.stringify(current?.prompt ?? '').slice(1, -1));
      const thread = isSub ? 'sub' : 'main';
      const answers = (isSub ? current?.subAnswers : current?.answers) ?? [];
      const answer = answers[Math.min(counts[thread], answers.length - 1)] ?? DONE;
      counts[thread] += 1;
      return { thread, answer };
    },
    keep(thread, { think, say, refuse, calls: wanted = [] }, calls) {
      lacksTools ||= calls.length < wanted.length;
      exchanges.push({
        run: runs,
        thread,
        ...(think !== undefined && { think }),
        ...(say !== undefined && { say }),
        ...(calls.length > 0 && { calls }),
        ...(refuse !== undefined && { refuse }),
      });
    },
  };
}
