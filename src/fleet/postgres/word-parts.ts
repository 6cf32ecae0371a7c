/** A part of fewer characters is looked for in all words. */
const SHORTEST_PART = 3;

const holds = `word like '%' || part || case when at_end then '' else '%' end`;
const own = 'tenant = current_tenant()';
const indexed = `word_parts(tenant, word) @> word_parts(current_tenant(), part) and ${own} and ${holds}`;

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

-- By the index: how many words hold a run is not known to the planner, which takes a look at all of them for cheaper.
create function words_by_parts(part text, at_end boolean, most int) returns setof text language sql stable
  set search_path = threadline, pg_temp
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  as $$ select word from (select word from word where ${indexed}
    union select word from secret_word where ${indexed}) as found limit most $$;
create function redacted_words_by_parts(part text, at_end boolean, most int) returns setof text language sql stable
  set search_path = threadline, pg_temp
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  as $$ select word from word where ${indexed} limit most $$;

create or replace function words_with(part text, at_end boolean, most int) returns setof text language plpgsql stable
  security definer set search_path = threadline, pg_temp as $$
begin
  if length(part) >= ${SHORTEST_PART} then
    return query select words_by_parts(part, at_end, most);
  else
    return query select word from (select word from word where ${own}
      union select word from secret_word where ${own}) as all_words where ${holds} limit most;
  end if;
end $$;
create or replace function redacted_words_with(part text, at_end boolean, most int) returns setof text language plpgsql stable
  security definer set search_path = threadline, pg_temp as $$
begin
  if length(part) >= ${SHORTEST_PART} then
    return query select redacted_words_by_parts(part, at_end, most);
  else
    return query select word from word where ${own} and ${holds} limit most;
  end if;
end $$;

revoke all on function words_by_parts(text, boolean, int), redacted_words_by_parts(text, boolean, int) from public;
`;
