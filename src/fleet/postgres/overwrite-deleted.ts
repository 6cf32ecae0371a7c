import { loadPg } from './load-pg.ts';
import { readServerAddress } from './server-address.ts';

/**
 * Writes the tables anew, so that what was deleted is not in their files any more; a table is locked meanwhile, and as
 * much disk is needed as the largest one has. Write-ahead logs, replicas and backups have it until they are replaced.
 */
export async function overwriteDeleted(url: string): Promise<void> {
  const { connectionString, ssl } = readServerAddress(url);
  const { Client } = await loadPg();
  const client = new Client({ connectionString, ssl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', 'threadline', relname) as name from pg_class
        where relnamespace = 'threadline'::regnamespace and relkind = 'r' and (relispartition or relname = any($1))
        order by relname`,
      [WITH_TEXT],
    );
    for (const { name } of rows) await client.query(`vacuum (full, analyze) ${name}`);
    await client.query('checkpoint').catch(() => {});
  } finally {
    await client.end();
  }
}

const WITH_TEXT = ['session', 'touched', 'usage', 'word', 'source', 'folded_source', 'job'];
