import type { Queries, ServerDatabase } from './connect.ts';
import type { Retention } from './retain.ts';

/** The policy that a tenant's machines obey, as it was set; undefined if none was. */
export async function readPolicyDocument(database: ServerDatabase, tenant: number): Promise<string | undefined> {
  const row = await database.transaction({ role: 'gateway', tenant, readOnly: true }, (queries) =>
    queries.get('select policy_document() as document'),
  );
  return typeof row?.document === 'string' ? row.document : undefined;
}

/** From the commit on it holds. Returns whether it is another one. */
export async function setPolicy(queries: Queries, version: string, document: string): Promise<boolean> {
  const row = await queries.get('select set_policy($1, $2) as changed', [version, document]);
  return row?.changed === true;
}

/** Fields that are not given stay as they are. Returns whether something changed. */
export async function setTeamRetention(queries: Queries, retention: Retention): Promise<boolean> {
  const days = (name: keyof Retention) => (name in retention ? (retention[name] ?? null) : -1);
  const values = [days('text'), days('raw'), days('usage')];
  return (await queries.get('select set_retention($1, $2, $3) as changed', values))?.changed === true;
}
