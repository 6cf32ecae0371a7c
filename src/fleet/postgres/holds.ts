import type { ServerDatabase } from './connect.ts';
import { noteOperator } from './operator-audit.ts';
import { clean } from './postgres-raw-store.ts';

/** What can be held: everything of one of these. */
export const holdKinds = ['session', 'project', 'repository', 'machine', 'person'] as const;
export type HoldKind = (typeof holdKinds)[number];

export interface HoldRow {
  id: number;
  kind: HoldKind;
  /** Of a session its agent and id, `codex:0199…`. */
  value: string;
  since: Date;
  liftedAt: Date | undefined;
}

export interface AddedHold {
  id: number;
  /** How many sessions it holds now, sub-agents among them. */
  sessions: number;
}

/** From the commit on nothing of it is forgotten or dropped. */
export function addHold(database: ServerDatabase, tenant: number, kind: HoldKind, value: string): Promise<AddedHold> {
  return database.transaction({ role: 'owner', tenant, timeoutMs: 0 }, async (queries) => {
    const sql = 'insert into hold(tenant, kind, value) values ($1, $2, $3) returning id';
    const row = await queries.get(sql, [tenant, kind, clean(value)]);
    await noteOperator(queries, 'hold', `${row?.id} ${kind}`);
    const held = await queries.get('select count(*) as n from held_sessions($1, $2)', [tenant, row?.id]);
    return { id: Number(row?.id), sessions: Number(held?.n) };
  });
}

export async function listHolds(database: ServerDatabase, tenant: number): Promise<HoldRow[]> {
  const rows = await database.transaction({ role: 'owner', tenant, readOnly: true }, (queries) =>
    queries.all('select * from hold where tenant = $1 order by id', [tenant]),
  );
  return rows.map((row) => ({
    id: Number(row.id),
    kind: holdKinds.find((kind) => kind === row.kind) ?? 'session',
    value: String(row.value),
    since: row.since instanceof Date ? row.since : new Date(0),
    liftedAt: row.lifted_at instanceof Date ? row.lifted_at : undefined,
  }));
}

/** Returns whether there was one of this number in force. */
export function liftHold(database: ServerDatabase, tenant: number, id: number): Promise<boolean> {
  return database.transaction({ role: 'owner', tenant }, async (queries) => {
    const sql = 'update hold set lifted_at = now() where tenant = $1 and id = $2 and lifted_at is null';
    const isLifted = (await queries.run(sql, [tenant, id])) > 0;
    if (isLifted) await noteOperator(queries, 'hold lifted', String(id));
    return isLifted;
  });
}
