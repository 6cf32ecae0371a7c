import type { ApiRun } from '../../src/doors/server/run-types.ts';
import { onRunEvent } from '../api/live.ts';
import { createStore } from './store.ts';

/** The agents that run behind this server. */
export interface RunsState {
  /** Undefined before the server has told. */
  runs?: readonly ApiRun[];
  /** How questions ended that this tab has seen, by their ids. */
  answered: Readonly<Record<string, { by: string; decision: string }>>;
}

export const runs = createStore<RunsState>({ answered: {} });

/** Questions that this tab answered: it need not be told of those. */
export const ownAnswers = new Set<string>();

const RANK: Readonly<Record<ApiRun['status'], number>> = {
  waiting: 0,
  starting: 1,
  running: 1,
  stopping: 1,
  idle: 2,
  ended: 3,
};

export function startRuns(): void {
  onRunEvent((told) => {
    if (told.event === 'runs') runs.update((old) => ({ ...old, runs: told.data.runs }));
    if (told.event === 'run') runs.update((old) => ({ ...old, runs: withRun(old.runs ?? [], told.data.run) }));
    if (told.event !== 'answered') return;
    const { question, by, decision } = told.data;
    runs.update((old) => ({ ...old, answered: { ...old.answered, [question]: { by, decision } } }));
  });
}

/** Puts a run in its place, in the order of the server. */
function withRun(all: readonly ApiRun[], run: ApiRun): ApiRun[] {
  const others = all.filter(({ id }) => id !== run.id);
  return [...others, run].sort((a, b) => RANK[a.status] - RANK[b.status] || b.since - a.since);
}

/** The number of runs in which something waits for a person. */
export function waitingCount({ runs: all = [] }: RunsState): number {
  return all.filter(({ question }) => question !== undefined).length;
}

export function isOpenRun({ status }: ApiRun): boolean {
  return status !== 'ended';
}

/** The address of a run: by its session, or by its own id before the agent has told that. */
export function runUrl({ id, agent, session }: ApiRun): string {
  const slash = session?.indexOf('/') ?? -1;
  const name = session === undefined ? id : session.slice(slash + 1);
  return `/run/${encodeURIComponent(agent)}/${encodeURIComponent(name)}`;
}

export function findRun(all: readonly ApiRun[], key: string): ApiRun | undefined {
  return all.find((run) => run.session === key || `${run.agent}/${run.id}` === key);
}
