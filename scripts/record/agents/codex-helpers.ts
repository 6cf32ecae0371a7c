import { type AnswerItem, functionCall, toolSearch } from '../models/answers.ts';
import type { Turn } from '../models/responses-api.ts';

/** Starts an agent by another one as Codex has it: found by a search, started, waited for. */
export interface Helpers {
  /** The first call: of the tool itself where it is offered, else of the search for it. */
  start(prompt: string, turn: Turn): AnswerItem;
  /** The calls that follow, until the helper is done; undefined where none is due. */
  next(turn: Turn): AnswerItem[] | undefined;
}

export function createHelpers(): Helpers {
  let [wanted, isStarted] = [undefined as string | undefined, false];
  const spawn = (turn: Turn, prompt: string) => {
    isStarted = true;
    const named = turn.tools.find('list_agents') ? { task_name: 'counter', fork_turns: 'none' } : {};
    return (
      turn.tools.call('spawn_agent', { message: prompt, ...named }) ?? functionCall('spawn_agent', { message: prompt })
    );
  };
  return {
    start(prompt, turn) {
      wanted = prompt;
      isStarted = false;
      if (turn.tools.find('spawn_agent')) return spawn(turn, prompt);
      return toolSearch('spawn agent wait');
    },
    next(turn) {
      const input = JSON.stringify(turn.request.input ?? []);
      if (wanted === undefined || isHelper(input, wanted)) return undefined;
      if (!isStarted) return [spawn(turn, wanted)];
      wanted = undefined;
      const [id] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(/agent_id\\*":\s*\\*"([0-9a-f-]{36})/.exec(input)?.[1] ?? '') ?? [];
      const whom = id === undefined ? {} : { ids: [id], targets: [id] };
      const name = ['wait_agent', 'wait'].find((each) => turn.tools.find(each)) ?? 'wait_agent';
      return [turn.tools.call(name, { ...whom, timeout_ms: 20_000 }) ?? functionCall(name, whom)];
    },
  };
}

/** A helper is told the task, and did not call for it. */
function isHelper(input: string, task: string): boolean {
  return input.includes(task) && !/spawn_agent|tool_search_call/.test(input);
}
