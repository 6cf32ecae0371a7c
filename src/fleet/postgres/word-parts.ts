/** A part of fewer characters is looked for in all words. */
const SHORTEST_PART = 3;

const holds = `word like '%' || part || case when at_end then '' else '%' end`;
const own = 'tenant = current_tenant()';
const indexed = `word_parts(tenant, word) @> word_parts(current_tenant(), part) and ${own} and ${holds}`;

/** Words of some tables that hold a part: by the index, and for what has no run in it by a look at all of them. */
function wordsFunctions(name: string, tables: readonly string[]): string {
  const among = (condition: string) =>
    tables.map((table) => `select word from ${table} where ${condition}`).join(' union ');
  return `
-- How many words hold a run is not known to the planner, which takes a look at all of them for cheaper.
create function ${name}_by_parts(part text, at_end boolean, most int) returns setof text language sql stable
  set search_path = threadline, pg_temp
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  as $$ ${among(indexed)} limit most $$;
create or replace function ${name}_with(part text, at_end boolean, most int) returns setof text language plpgsql stable
  security definer set search_path = threadline, pg_temp as $$
begin
  if length(part) >= ${SHORTEST_PART} then
    return query select ${name}_by_parts(part, at_end, most);
  else
    return query ${among(`${own} and ${holds}`)} limit most;
  end if;
end $$;
revoke all on function ${name}_by_parts(text, boolean, int) from public;
`;
}

/**
 * Parts of words by an index: the runs of three characters of each word, behind its tenant. It needs no extension, as the index
 * of `pg_trgm` would, and its characters are those of any script.
 */
export const WORD_PARTS = `
create function word_parts(tenant int, word text) returns text[] language sql immutable strict parallel safe
  return (select array_agg(distinct tenant::text || ' ' || substr(word, first, ${SHORTEST_PART}))
    from generate_series(1, length(word) - ${SHORTEST_PART - 1}) as first);
create index word_part on word using gin(word_parts(tenant, word));
create index secret_word_part on secret_word using gin(word_parts(tenant, word));
${wordsFunctions('words', ['word', 'secret_word'])}
${wordsFunctions('redacted_words', ['word'])}`;
