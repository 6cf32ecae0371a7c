import type { FileOp } from '../../core/replay/file-op.ts';
import type { WriterSession } from '../../core/replay/replay.ts';
import type { EditingSession } from '../../machine/provenance/edit-index.ts';
import { createOpList, type SessionOp, withoutKnownAgents } from '../../machine/provenance/op-list.ts';
import { unpackOps } from '../folding/packed-ops.ts';
import { createToldTexts } from '../folding/told-before.ts';
import { textColumn } from '../model/stored-row.ts';
import type { SqliteRow, Statements } from './statements.ts';

/** What is selected of a session that wrote to files. */
export const EDITING_SESSION = `select session.id, session.agent, session.thread_id, parent_thread, ended_ms, path, state from session
  join source on source.id = source_id`;

export function editingSession(row: SqliteRow): EditingSession {
  return {
    id: Number(row.id),
    agent: String(row.agent),
    threadId: String(row.thread_id),
    parentThread: textColumn(row.parent_thread),
    file: row.state === 'gone' ? undefined : String(row.path),
    endedAt: row.ended_ms === null ? undefined : Number(row.ended_ms),
  };
}

/** A session and those that it started, each by an index: with `or` in one condition SQLite looks at all of the agent. */
export const FAMILY = `${EDITING_SESSION} where session.id in (
  select id from session where agent = ? and thread_id = ? union select id from session where agent = ? and parent_thread = ?)`;

/** All operations of a session and of the sub-agents that it started, in the order of time. */
export function opsOfSession(statements: Statements, { agent, id }: WriterSession): SessionOp[] {
  const sessions = statements.all(FAMILY, agent, id, agent, id).map(editingSession);
  return withoutKnownAgents(
    opsOfAll(statements, sessions, () => true),
    sessions.map(({ threadId }) => threadId),
  );
}

/** Operations of sessions on the wanted paths. A sub-agent's own file tells more than its parent's, which may tell a call too. */
export function opsOfAll(
  statements: Statements,
  sessions: readonly EditingSession[],
  isWanted: (path: string) => boolean,
): SessionOp[] {
  const list = createOpList();
  for (const { id, agent, threadId, parentThread, endedAt } of sessions) {
    const agentThread = parentThread === undefined ? undefined : threadId;
    const session = { agent, id: parentThread ?? threadId };
    for (const op of opsOf(statements, id, isWanted)) {
      const made = { session, op: { ...op, agentThread: op.agentThread ?? agentThread } };
      list.add(made, { path: String(id), parentId: parentThread, endedAt });
    }
  }
  return list.inOrder();
}

function opsOf(statements: Statements, session: number, isWanted: (path: string) => boolean): FileOp[] {
  const known = new Set<string>();
  const found: FileOp[] = [];
  const told = createToldTexts();
  for (const { body } of statements.all('select body from edit_text where session_id = ? order by id', session)) {
    const byPath = unpackOps(body, isWanted);
    for (const [path, ops] of byPath ?? []) {
      for (const kept of ops) {
        const op = told.whole(path, kept);
        if (!isTwice(op, known)) found.push(op);
      }
    }
  }
  return found;
}

/** A move is kept with both of its paths. */
function isTwice(op: FileOp, known: Set<string>): boolean {
  if (op.kind !== 'move') return false;
  const key = JSON.stringify([op.call, op.path, op.to]);
  const isKnown = known.has(key);
  known.add(key);
  return isKnown;
}
