import { originName, originOfName } from '../../core/thread/hand-over.ts';
import type { SessionStatus } from '../../machine/facts/session-status.ts';
import type { SearchHit } from './search-query.ts';
import type { SessionRow } from './session-row.ts';
import type { TouchedRow } from './thread-store.ts';

// Both stores name their columns alike, so that one function reads the rows of both.

/** A row of a table, as any database gives it. */
export type StoredRow = Readonly<Record<string, unknown>>;

export function textColumn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** PostgreSQL gives large numbers as text. */
export function numberColumn(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

export function storedKey({ agent, thread_id: thread, home }: StoredRow): SessionRow['key'] {
  return { agent: String(agent), threadId: String(thread), home: String(home) };
}

/** `is_now`: true until the status changes to `later_status`. SQLite writes 1 and 0 for true and false. */
export function storedSession(row: StoredRow): SessionRow {
  return {
    key: storedKey(row),
    machine: textColumn(row.machine) || undefined,
    ...workOf(row),
    path: String(row.path),
    gone: Boolean(row.gone),
    goneAt: numberColumn(row.gone_ms),
    archived: Boolean(row.archived),
    title: textColumn(row.title),
    firstPrompt: textColumn(row.first_prompt),
    project: textColumn(row.project),
    branch: textColumn(row.branch),
    model: textColumn(row.model),
    version: textColumn(row.version),
    startedAt: numberColumn(row.started_ms),
    endedAt: numberColumn(row.ended_ms),
    // The fold writes it, and knows no other words.
    status: String(row.is_now ? row.status : row.later_status) as SessionStatus,
    parentThread: textColumn(row.parent_thread),
    ...copiedFrom(textColumn(row.forked_from)),
    turns: Number(row.turns),
    messages: Number(row.messages),
    blocks: Number(row.blocks),
    tools: Number(row.tools),
    errors: Number(row.errors),
    problems: Number(row.problems),
    problem: textColumn(row.source_problem) ?? textColumn(row.problem),
    size: Math.max(0, Number(row.size)),
  };
}

/** Only a server tells whose work it is. */
function workOf(row: StoredRow): Pick<SessionRow, 'person' | 'teams' | 'repository'> {
  const [person, repository] = [textColumn(row.person), textColumn(row.repository)];
  const teams = Array.isArray(row.teams) ? row.teams.map(String) : [];
  return {
    ...(person !== undefined && { person }),
    ...(teams.length > 0 && { teams }),
    ...(repository !== undefined && { repository }),
  };
}

/** One column tells what a session is a copy of: a thread of the same agent, or another agent's, as `agent:ID`. */
export function copyColumn({ forkedFrom, origin }: Pick<SessionRow, 'forkedFrom' | 'origin'>): string | undefined {
  return forkedFrom ?? originName(origin);
}

function copiedFrom(column: string | undefined): Pick<SessionRow, 'forkedFrom' | 'origin'> {
  const origin = column === undefined ? undefined : originOfName(column);
  return origin ? { origin } : { forkedFrom: column };
}

/** The facts of a hit's session. */
export function hitSession(row: StoredRow): Pick<SearchHit, 'session' | 'title' | 'project' | 'machine' | 'gone'> {
  return {
    session: storedKey(row),
    title: textColumn(row.title) ?? textColumn(row.first_prompt),
    project: textColumn(row.project),
    machine: textColumn(row.machine) || undefined,
    gone: Boolean(row.gone),
  };
}

export function storedTouch(row: StoredRow): TouchedRow {
  return {
    session: storedKey(row),
    path: String(row.path),
    how: row.how === 'read' ? 'read' : 'written',
    count: Number(row.count),
  };
}
