import type { Queries, ServerDatabase } from './connect.ts';

/** The end of a chain of the audit, as a team server wrote it to its log. */
export interface AuditHead {
  server: string;
  n: number;
  hash: string;
}

const HEAD = /\baudit ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) row (\d{1,15}) ([0-9a-f]{64})\b/;

/** The end that a line of a log tells; undefined for any other line. */
export function readAuditHead(line: string): AuditHead | undefined {
  const [, server, n, hash] = HEAD.exec(line) ?? [];
  return server === undefined || hash === undefined ? undefined : { server, n: Number(n), hash };
}

/** Says which ends are not in the audit any more: a chain that was cut behind its last row is whole by itself. */
export function findMissingHeads(database: ServerDatabase, heads: readonly AuditHead[]): Promise<string[]> {
  return database.transaction({ role: 'owner', readOnly: true }, async (queries) => {
    const missing: string[] = [];
    for (const head of heads) if (!(await isThere(queries, head))) missing.push(sentenceOf(head));
    return missing;
  });
}

async function isThere(queries: Queries, { server, n, hash }: AuditHead): Promise<boolean> {
  const sql = "select 1 from team_audit where server = $1::uuid and n = $2 and hash = decode($3, 'hex')";
  return (await queries.get(sql, [server, n, hash])) !== undefined;
}

function sentenceOf({ server, n }: AuditHead): string {
  return `audit ${server}: row ${n} is not there as its server told it`;
}
