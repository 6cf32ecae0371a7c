import { loadPg } from './load-pg.ts';
import { readServerAddress } from './server-address.ts';
import { asServerFault } from './server-fault.ts';

/** Rewrites each table under a lock, so that its file loses deleted data. Logs, replicas and backups still have it. */
export async function overwriteDeleted(url: string): Promise<void> {
  const { connectionString, ssl, name } = readServerAddress(url);
  const { Client } = await loadPg();
  const client = new Client({ connectionString, ssl });
  try {
    await client.connect();
    const { rows } = await client.query<{ table: string }>(
      `select format('%I.%I', 'threadline', relname) as table from pg_class
        where relnamespace = 'threadline'::regnamespace and relkind = 'r' and (relispartition or relname = any($1))
        order by relname`,
      [WITH_TEXT],
    );
    for (const { table } of rows) await client.query(`vacuum (full, analyze) ${table}`);
    // Without the right to ask for a checkpoint, it happens when the server makes one by itself.
    await client.query('checkpoint').catch((error: Error & { code?: unknown }) => {
      if (error.code !== NOT_ALLOWED) throw error;
    });
  } catch (error) {
    throw asServerFault(error, name);
  } finally {
    await client.end();
  }
}

const NOT_ALLOWED = '42501';
const WITH_TEXT = [
  'session',
  'touched',
  'usage',
  'usage_sum',
  'work_sum',
  'word',
  'secret_word',
  'stale_word',
  'source',
  'folded_source',
  'job',
];
