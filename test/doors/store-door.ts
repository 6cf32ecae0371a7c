import type { SessionRow, ThreadStore } from 'threadline/archive';
import { type DoorFacts, NO_USAGE } from './door-facts.ts';

export interface StoredSession {
  row: SessionRow;
  facts: DoorFacts;
}

/** All sessions of a store with their facts. What a thread used stands at each of its copies. */
export async function readStore(store: ThreadStore): Promise<StoredSession[]> {
  const { rows } = await store.listSessions({ subagents: true }, { limit: 1000 });
  const sums = new Map((await store.usage({ by: 'session' })).map(({ key, ...sum }) => [key, sum]));
  return rows.map((row) => ({ row, facts: { ...factsOf(row), usage: sums.get(row.key.threadId) ?? NO_USAGE } }));
}

function factsOf(row: SessionRow): DoorFacts {
  return {
    title: row.title ?? null,
    firstText: row.firstPrompt ?? null,
    titleLine: lineOf(row.title ?? row.firstPrompt) ?? 'Untitled',
    firstLine: lineOf(row.firstPrompt),
    folder: row.project ?? null,
    // The viewer does not show a detached head as a branch.
    branch: row.branch === 'HEAD' ? null : (row.branch ?? null),
    model: row.model ?? null,
    version: row.version ?? null,
    startedAt: row.startedAt ?? null,
    endedAt: row.endedAt ?? null,
    turns: row.turns,
    messages: row.messages,
    tools: row.tools,
    errors: row.errors,
    problems: row.problems,
    status: row.status,
    parent: row.parentThread ?? null,
    fork: row.forkedFrom ?? null,
  };
}

const LINE_LENGTH = 300;

function lineOf(text: string | undefined): string | null {
  return text?.trimStart().slice(0, LINE_LENGTH).split('\n', 1)[0] || null;
}
