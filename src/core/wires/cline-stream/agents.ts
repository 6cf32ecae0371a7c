/** An agent of a run: the one that the person started, or one that a call started. */
export interface RunningAgent {
  /** Undefined for the first agent if its start was not printed. */
  id: string | undefined;
  /** The call that started it. Undefined for the first agent. */
  call: string | undefined;
  /** The model request in progress. */
  request: string | undefined;
  iterations: number;
  /** The text and the thought in progress, by kind. */
  said: Map<'agent_message' | 'reasoning', { id: string; text: string; line: number }>;
}

/**
 * The agents of a run. Their lines follow each other without any mark: an agent that a call started speaks until its
 * call ends. Hook events name the agent that acts.
 */
export interface RunningAgents {
  readonly current: RunningAgent;
  /** Takes the name of the agent that acts. `call` is the open call of the current one that starts agents. */
  act(id: string | undefined, isSub: boolean, call: string | undefined): void;
  /** Begins an agent whose start was not printed. */
  begin(call: string): void;
  /** The agent is done: what follows is its parent's. */
  end(): void;
}

export function createRunningAgents(): RunningAgents {
  const stack: RunningAgent[] = [createAgent(undefined, undefined)];

  function createAgent(id: string | undefined, call: string | undefined): RunningAgent {
    return { id, call, request: undefined, iterations: 0, said: new Map() };
  }

  const top = (): RunningAgent => stack.at(-1) as RunningAgent;

  return {
    get current() {
      return top();
    },
    act(id, isSub, call) {
      if (id === undefined) return;
      const at = stack.findIndex((agent) => agent.id === id);
      if (at !== -1) stack.length = at + 1;
      else if (!isSub) {
        stack.length = 1;
        top().id = id;
      } else stack.push(createAgent(id, call ?? top().call ?? id));
    },
    begin(call) {
      stack.push(createAgent(undefined, call));
    },
    end() {
      if (stack.length > 1) stack.pop();
    },
  };
}
