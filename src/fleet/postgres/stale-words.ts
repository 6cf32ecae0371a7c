import type { Queries, ServerDatabase } from './connect.ts';

/**
 * Words of blocks that were removed. They are noted in the transaction that removes the blocks, and looked up later, many by
 * one statement: writers of the tenant wait for a batch of them and not for all, and nothing is left behind by a crash.
 */
export const STALE_WORDS = `
create table stale_word(
  tenant int not null references tenant, word text collate "C" not null, primary key(tenant, word));
alter table stale_word enable row level security;
create policy of_tenant on stale_word using (tenant = (select current_tenant()));
grant select, insert on stale_word to threadline_worker;

-- Takes some of the noted words of one tenant, and drops those that no block holds. Gives how many it took.
create function drop_stale_words(most int) returns int language plpgsql security definer
  set search_path = threadline, pg_temp set enable_seqscan = off as $$
declare
  whose int;
  taken text[];
  chunk text[];
  held text[];
  query tsquery;
  part regclass;
begin
  select tenant into whose from stale_word limit 1;
  if whose is null then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('threadline words'), whose);
  with gone as (delete from stale_word where tenant = whose and word in
      (select word from stale_word where tenant = whose order by word limit most) returning word)
    select array_agg(word) into taken from gone;
  if taken is null then return 0; end if;
  -- Each look into such an index reads all that waits to be sorted into it.
  for part in select index.indexrelid from pg_inherits join pg_index as index on index.indrelid = inhrelid
      join pg_class as class on class.oid = index.indexrelid join pg_am on pg_am.oid = class.relam and amname = 'gin'
      where inhparent = 'threadline.block'::regclass loop
    perform gin_clean_pending_list(part);
  end loop;
  -- Most are everyday words, which the newest blocks hold too.
  select array_agg(word) into chunk from (select unnest(taken) as word except
    select unnest(tsvector_to_array(words)) from (
      select words from block where tenant = whose order by at desc limit 2000) as newest) as others;
  for place in 1 .. coalesce(cardinality(chunk), 0) by 256 loop
    query := (select string_agg(quote_literal(word), ' | ') from unnest(chunk[place:place + 255]) as word)::tsquery;
    execute 'select array_agg(distinct word) from block cross join lateral unnest(tsvector_to_array(words)) as word
      where tenant = $1 and words @@ $2 and word = any($3)' into held using whose, query, chunk[place:place + 255];
    delete from word where tenant = whose and word = any(chunk[place:place + 255]) and word <> all(coalesce(held, '{}'));
  end loop;
  -- What the newest blocks say openly may be no secret any more.
  for place in 1 .. cardinality(taken) by 256 loop
    query := (select string_agg(quote_literal(word), ' | ') from unnest(taken[place:place + 255]) as word)::tsquery;
    execute 'select array_agg(distinct word) from block cross join lateral unnest(tsvector_to_array(secret_words)) as word
      where tenant = $1 and secret_words @@ $2 and word = any($3)' into held using whose, query, taken[place:place + 255];
    delete from secret_word where tenant = whose and word = any(taken[place:place + 255])
      and word <> all(coalesce(held, '{}'));
  end loop;
  return cardinality(taken);
end $$;
revoke all on function drop_stale_words(int) from public;
grant execute on function drop_stale_words(int) to threadline_worker;
`;

/** Writers of a tenant wait while this many words are looked up. */
const WORDS_AT_ONCE = 5000;

/** Drops some of the words that nothing holds any more, whoever's they are. Returns how many were looked at. */
export function dropStaleWords(database: ServerDatabase): Promise<number> {
  return database.transaction({ role: 'worker', timeoutMs: 0 }, async (queries: Queries) => {
    const row = await queries.get('select drop_stale_words($1) as taken', [WORDS_AT_ONCE]);
    return Number(row?.taken ?? 0);
  });
}
