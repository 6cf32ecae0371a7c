import type { Queries } from './connect.ts';

/** One chain for each login of the cluster, however many commands it runs: a row that was removed between two of them is missed. */
const CHAIN = "md5('threadline operator ' || session_user)::uuid";

/** Adds a row of the audit: what the owner of the tables did. The transaction names the tenant. Ids and numbers, never texts. */
export async function noteOperator(queries: Queries, action: string, detail: string): Promise<void> {
  await queries.run(`select note_team(${CHAIN}, null, null, 'login ' || session_user, $1, null, null, $2)`, [
    action,
    detail,
  ]);
}
