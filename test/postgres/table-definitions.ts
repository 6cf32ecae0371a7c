import type pg from 'pg';

/** Of all that is no month: months are as many as were needed. */
const QUERIES = [
  `select 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attacl::text
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'threadline'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
      and not attisdropped`,
  `select 'table', relname, relkind, relrowsecurity, relforcerowsecurity, relacl::text from pg_class
    where relnamespace = 'threadline'::regnamespace and relkind in ('r', 'p', 'S', 'v') and not relispartition`,
  `select 'index', pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'threadline'::regnamespace and not relispartition`,
  `select 'constraint', relname, pg_get_constraintdef(pg_constraint.oid) from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = 'threadline'::regnamespace and not relispartition`,
  `select 'function', pg_get_functiondef(oid), proacl::text from pg_proc where pronamespace = 'threadline'::regnamespace`,
  `select 'policy', tablename, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies
    where schemaname = 'threadline' and tablename !~ '_[0-9]{4}(_[0-9]{2})?$'`,
  `select 'trigger', pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'threadline'::regnamespace and not tgisinternal and not relispartition`,
];

/** All that the tables of an archive are, one line each, whatever is in them and in whichever order it was made. */
export async function tableDefinitions(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const sql of QUERIES) {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    for (const row of rows) lines.push(row.map(inOrder).join(' | '));
  }
  return lines.sort();
}

/** Rights stand in the order in which they were given. */
function inOrder(value: unknown): string {
  const text = String(value);
  return /^\{.*=.*\}$/.test(text) ? text.slice(1, -1).split(',').sort().join(',') : text;
}
