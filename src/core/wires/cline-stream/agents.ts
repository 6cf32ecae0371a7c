import * as coreLimits from '../../../limits/core.ts';
import { forgetOldest } from '../forget-oldest.ts';

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
  /** A teammate joins: `name` is what its lines call it, `id` what hook events call it. */
  join(name: string, id: string | undefined): void;
  /** Reads something as the teammate's. Its lines may stand between those of others. `call` is the one that it works for. */
  as<Result>(name: string, call: string | undefined, read: () => Result): Result;
  /** The teammate that hook events call so. */
  teammate(id: string | undefined): string | undefined;
}

export function createRunningAgents(): RunningAgents {
  const stack: RunningAgent[] = [createAgent(undefined, undefined)];
  const team = new Map<string, RunningAgent>();
  let speaking: RunningAgent | undefined;

  function createAgent(id: string | undefined, call: string | undefined): RunningAgent {
    return { id, call, request: undefined, iterations: 0, said: new Map() };
  }

  const top = (): RunningAgent => stack.at(-1) as RunningAgent;

  function join(name: string, id: string | undefined): RunningAgent {
    const mate = team.get(name) ?? createAgent(id ?? name, undefined);
    team.set(name, mate);
    forgetOldest(team, coreLimits.maxOpenCalls);
    return mate;
  }

  return {
    get current() {
      return speaking ?? top();
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
      if (!speaking) stack.push(createAgent(undefined, call));
    },
    end() {
      if (!speaking && stack.length > 1) stack.pop();
    },
    join,
    as(name, call, read) {
      speaking = join(name, undefined);
      speaking.call = call ?? speaking.call ?? name;
      try {
        return read();
      } finally {
        speaking = undefined;
      }
    },
    teammate: (id) => (id === undefined ? undefined : [...team].find(([, mate]) => mate.id === id)?.[0]),
  };
}
