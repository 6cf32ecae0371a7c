import { setImmediate as nextTick } from 'node:timers/promises';
import type { ItemEvent } from '../../../core/thread/event.ts';
import type { RowFold } from '../../../core/writers/rows/row-fold.ts';
import { type AgentStore, normaliseId } from '../../../machine/sessions/store.ts';
import type { Row } from '../api-types.ts';
import { indexKey } from '../listed-head.ts';
import { createHeldRows } from './held-rows.ts';
import { createSentRows } from './sent-rows.ts';
import type { ViewedSource } from './viewed-source.ts';

/** Receives the rows of a session while it is followed. */
export interface RowsSink {
  /** Rows that are new or changed. `isCurrent`: there is nothing more for now. */
  rows(rows: readonly Row[], lastLine: number, isCurrent: boolean): void;
  /** Rows of lines that are held back: they stand after all others, until others replace them. */
  held(rows: readonly Row[]): void;
  /** All rows are dropped, and come again. */
  reset(reason: string): void;
}

export interface FollowRowsOptions {
  agents: readonly AgentStore[];
  /** The session's agent. */
  agent: string;
  /** The longest text of a row, in bytes. */
  maxTextBytes: number;
}

/** Folds a session into rows until the signal is given. Other work goes on between its pieces. Throws if it cannot be read. */
export async function followRows(
  source: ViewedSource,
  { agents, agent, maxTextBytes }: FollowRowsOptions,
  sink: RowsSink,
  signal: AbortSignal,
): Promise<void> {
  const childOf = childFinder(agents, agent);
  const newFold = (): RowFold => createSentRows({ maxTextBytes, childOf });
  let fold = newFold();
  const held = createHeldRows({
    async readAll() {
      const whole = newFold();
      for await (const outcomes of source.read()) for (const outcome of outcomes) whole.push(outcome);
      whole.end();
      return whole.rows;
    },
    settled: () => fold.rows,
    onRows: sink.held,
  });
  try {
    for await (const change of source.follow(signal)) {
      if (change.kind === 'reset') {
        fold = newFold();
        held.drop();
        sink.reset(change.reason);
        continue;
      }
      const told = new Set<Row>();
      for (const outcome of change.outcomes) {
        const touched = [...fold.push(outcome)];
        for (const row of touched) told.add(row);
        held.note(outcome, touched.at(-1));
      }
      held.settle();
      if (change.isCurrent) held.wait();
      sink.rows([...told], fold.lastLine, change.isCurrent);
      if (!change.isCurrent) await nextTick();
    }
  } finally {
    held.drop();
  }
}

/** The first rows of a session, as far as they are known after a short look at it. */
export async function readFirstRows(
  source: ViewedSource,
  { agents, agent, maxTextBytes }: FollowRowsOptions,
  most: number,
): Promise<{ rows: readonly Row[]; lastLine: number }> {
  const fold = createSentRows({ maxTextBytes, childOf: childFinder(agents, agent) });
  for await (const outcomes of source.read()) {
    for (const outcome of outcomes) {
      fold.push(outcome);
      if (fold.rows.length > most) return { rows: fold.rows.slice(0, most), lastLine: fold.lastLine };
    }
  }
  return { rows: fold.rows, lastLine: fold.lastLine };
}

/** Finds the sessions that calls started, by the agent's store. */
function childFinder(agents: readonly AgentStore[], name: string): (event: ItemEvent) => string | undefined {
  const store = agents.find((agent) => agent.name === name)?.store;
  return (event) => {
    const [id] = store?.startedThreads?.(event) ?? [];
    return id === undefined ? undefined : indexKey(name, normaliseId(id));
  };
}
