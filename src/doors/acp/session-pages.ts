import { resolve } from 'node:path';
import { FAULT_CODES, RequestFault } from '../../machine/rpc/request-fault.ts';

/** A session as lists of editors have it. */
export interface AcpSession {
  /** Unique among all agents: `AGENT:ID`. */
  id: string;
  /** The folder in which the agent worked. Absent if no file says it. */
  cwd?: string | undefined;
  title?: string | undefined;
  /** In ISO 8601. */
  updatedAt: string;
}

/** So many sessions are one page. */
const PAGE = 50;

/** A page of sessions, the newest first. The cursor names the last session of the page before, so that new ones do no harm. */
export function sessionPage(all: readonly AcpSession[], { cwd, cursor }: { cwd?: unknown; cursor?: unknown }): object {
  const folder = typeof cwd === 'string' && cwd !== '' ? resolve(cwd) : undefined;
  // The protocol wants a folder, and none is made up.
  const wanted = all.filter((one) => one.cwd !== undefined && (folder === undefined || resolve(one.cwd) === folder));
  const sorted = wanted.toSorted((one, other) => order(keyOf(one), keyOf(other)));
  const from = cursor === undefined || cursor === null ? 0 : placeAfter(sorted, cursor);
  const page = sorted.slice(from, from + PAGE);
  const last = page.at(-1);
  const hasMore = from + PAGE < sorted.length;
  return {
    sessions: page.map(({ id, cwd: place, title, updatedAt }) => ({
      sessionId: id,
      cwd: place,
      ...(title !== undefined && { title }),
      updatedAt,
    })),
    ...(last && hasMore && { nextCursor: Buffer.from(keyOf(last)).toString('base64url') }),
  };
}

const keyOf = ({ updatedAt, id }: AcpSession): string => `${updatedAt} ${id}`;

/** The newest first. */
function order(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1;
}

function placeAfter(sorted: readonly AcpSession[], cursor: unknown): number {
  const key = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  if (!/^\d{4}-\S{1,40} \S/.test(key)) throw new RequestFault(FAULT_CODES.invalidParams, 'the cursor is none of ours');
  const place = sorted.findIndex((one) => order(keyOf(one), key) > 0);
  return place < 0 ? sorted.length : place;
}
