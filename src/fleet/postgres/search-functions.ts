/** The columns and conditions in which readings of a block differ. */
export interface MonthReading {
  words: string;
  body: string;
  tool: string;
}

/**
 * The candidates of one month, the newest first. A planned statement drops the conditions of absent values. It has the
 * owner's rights, names the tenant and returns only places: row-level security would bar the word index.
 */
export function searchMonth({ words, body, tool }: MonthReading): string {
  return `
select time_ms(b.at), b.session_id, b.seq, octet_length(${body}) from %I as b where b.tenant = $1
  and ($2 is null or ${words})
  and ($4 is null or b.session_id = any($4))
  and ($5 is null or b.at >= $5) and ($6 is null or b.at < $6)
  and ($7 is null or b.role = $7) and ($8 is null or b.kind = $8) and ($9 is null or ${tool} = $9)
  and (not $10 or b.error)
  and ($11 is null or position($11 in ${body}) > 0)
  and (not b.inherited or not is_copied(b.session_id))
  and ($12 is null or (b.at, b.session_id, b.seq) < ($12, $13, $14))
  order by b.at desc, b.session_id desc, b.seq desc limit $15`;
}

/** The types of what a search function takes. */
export const SEARCH_TYPES = `tsquery, int, bigint[], timestamptz, timestamptz, text, text, text, boolean, text, timestamptz, bigint,
  int, int`;

/** Common words are in most blocks, so months are searched one after the other. Mostly the first one has enough. */
export function searchFunction(name: string, month: string): string {
  return `
create or replace function ${name}(query tsquery, least_odd int, sessions bigint[], since timestamptz, until timestamptz,
    role text, kind text, tool text, errors boolean, needle text,
    before_at timestamptz, before_session bigint, before_seq int, most int)
  returns table(at_ms bigint, session_id bigint, seq int, bytes int) language plpgsql stable security definer
  set search_path = threadline, pg_temp as $$
declare
  part text;
  first timestamptz;
  found_rows int;
  missing int := most;
begin
  for part in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'threadline.block'::regclass order by relname desc loop
    first := case part when 'block_0000' then '-infinity'
      else to_timestamp(substr(part, 7), 'YYYY_MM') at time zone current_setting('TimeZone') at time zone 'UTC' end;
    -- Months are made ahead.
    continue when pg_relation_size(part::regclass) = 0;
    continue when until <= first or before_at < first;
    continue when since >= case part when 'block_0000' then '2020-01-01 00:00:00+00' else first + interval '32 days' end;
    return query execute format($sql$${month}$sql$, part) using current_tenant(), query, least_odd, sessions, since,
      until, role, kind, tool, errors, needle, before_at, before_session, before_seq, missing;
    get diagnostics found_rows = row_count;
    missing := missing - found_rows;
    exit when missing <= 0;
  end loop;
end $$;
`;
}

const EVERY_BLOCK: MonthReading = { words: 'b.words @@ $2 or b.odd >= $3', body: 'b.body', tool: 'b.tool' };

/** The functions of the first step. */
export const SEARCH = `
create function time_ms(at timestamptz) returns bigint language sql immutable parallel safe
  return (extract(epoch from at) * 1000)::bigint;

-- What a fork was given stands in the thread that it was made of too, and is found there, while that is here. A function
-- of its own: as a part of the statement it would be planned for every month.
create function is_copied(session bigint) returns boolean language plpgsql stable set search_path = threadline, pg_temp as $$
begin
  return exists (select 1 from session as s join session as other on other.tenant = s.tenant and other.agent = s.agent
    and md5(other.thread_id) = md5(coalesce(s.forked_from, s.parent_thread)) where s.id = session);
end $$;

${searchFunction('search_block', searchMonth(EVERY_BLOCK))}
-- All words of the tenant that hold a part, or end with it. A part holds letters and digits only.
create function words_with(part text, at_end boolean, most int) returns setof text language sql stable security definer
  set search_path = threadline, pg_temp
  as $$ select word from word where tenant = current_tenant() and word like '%' || part || case when at_end then '' else '%' end
    limit most $$;

-- Words that no block holds any more. The caller has locked out whoever adds some.
create function drop_words(candidates text[]) returns bigint language plpgsql security definer
  set search_path = threadline, pg_temp as $$
declare
  candidate text;
  dropped bigint := 0;
begin
  -- Most are everyday words, which the newest blocks hold too; only the others are looked up one by one.
  for candidate in select unnest(candidates) except
      select unnest(tsvector_to_array(words)) from (
        select words from block where tenant = current_tenant() order by at desc limit 2000) as newest loop
    if not exists (select 1 from block where tenant = current_tenant()
        and words @@ (quote_literal(candidate))::tsquery) then
      delete from word where tenant = current_tenant() and word = candidate;
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

revoke all on function search_block(tsquery, int, bigint[], timestamptz, timestamptz, text, text, text, boolean, text,
  timestamptz, bigint, int, int), words_with(text, boolean, int), drop_words(text[]) from public;
grant execute on function search_block(tsquery, int, bigint[], timestamptz, timestamptz, text, text, text, boolean, text,
  timestamptz, bigint, int, int), words_with(text, boolean, int) to threadline_reader;
grant execute on function drop_words(text[]) to threadline_worker;
`;
