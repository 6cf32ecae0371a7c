import { type MonthReading, SEARCH_TYPES, searchFunction, searchMonth } from './search-functions.ts';

// Secrets are in columns of their own: the owner reads them, others read what stands in their place.

const OWNER: MonthReading = {
  words: `(b.secret_words is null and (b.words @@ $2 or b.odd >= $3)) or b.secret_words @@ $2 or b.secret_odd >= $3`,
  body: 'b.body',
  tool: 'b.tool',
};

const OTHERS: MonthReading = {
  words: `b.words @@ $2 or b.odd >= $3`,
  body: 'case when b.secret_words is null then b.body else b.redacted end',
  tool: 'case when b.secret_words is null then b.tool else b.redacted_tool end',
};

/** The candidates of one month for the owner, the newest first. */
export const OWNER_MONTH = searchMonth(OWNER);
/** The same for others. */
export const OTHERS_MONTH = searchMonth(OTHERS);

/**
 * Room for a second reading of texts that hold secrets. `words`, `odd` and the table `word` are then those of the redacted
 * text, so that what is read for others never depends on a secret; what was said has columns and a table of its own.
 */
export const REDACTED_TEXTS = `
alter table block add column redacted text, add column redacted_message text, add column redacted_tool text,
  add column redacted_omitted bigint, add column redacted_input text,
  add column secret_words tsvector,                   -- null: holds no secret
  add column secret_odd smallint;
create index block_secret_words on block using gin(secret_words) where secret_words is not null;
create index block_secret_odd on block(tenant, at desc) where secret_odd > 0;

alter table session add column redaction text,        -- the rules by which all its texts were looked at
  add column redacted_prompt text;
create index session_redaction on session(redaction);
alter table touched add column redacted text;         -- the path for others, if it holds a secret

create table secret_word(
  tenant int not null, word text collate "C" not null, primary key(tenant, word));
alter table secret_word enable row level security;
create policy of_tenant on secret_word using (tenant = (select current_tenant()));
grant select, insert, update, delete on secret_word to threadline_worker;

${searchFunction('search_block', OWNER_MONTH)}
${searchFunction('search_redacted', OTHERS_MONTH)}

-- All words of the tenant that hold a part, or end with it. A part holds letters and digits only.
create or replace function words_with(part text, at_end boolean, most int) returns setof text language sql stable
  security definer set search_path = threadline, pg_temp
  as $$ select word from (select word from word where tenant = current_tenant()
      union select word from secret_word where tenant = current_tenant()) as all_words
    where word like '%' || part || case when at_end then '' else '%' end limit most $$;
create function redacted_words_with(part text, at_end boolean, most int) returns setof text language sql stable
  security definer set search_path = threadline, pg_temp
  as $$ select word from word where tenant = current_tenant() and word like '%' || part || case when at_end then '' else '%' end
    limit most $$;

-- Words of secrets that no block holds any more. The caller has locked out whoever adds some.
create function drop_secret_words(candidates text[]) returns bigint language plpgsql security definer
  set search_path = threadline, pg_temp as $$
declare
  dropped bigint;
begin
  delete from secret_word where tenant = current_tenant() and word = any(candidates) and not exists (select 1 from block
    where block.tenant = current_tenant() and secret_words @@ (quote_literal(secret_word.word))::tsquery);
  get diagnostics dropped = row_count;
  return dropped;
end $$;

-- Sessions that were not looked at by these rules, the newest first, whoever's they are.
create function unredacted_sessions(rules text, most int) returns table(tenant int, id bigint)
  language sql stable security definer set search_path = threadline, pg_temp as $$
    select tenant, id from session where redaction is null or redaction < rules or redaction > rules
      order by id desc limit most $$;

revoke all on function search_redacted(${SEARCH_TYPES}), redacted_words_with(text, boolean, int),
  drop_secret_words(text[]), unredacted_sessions(text, int) from public;
grant execute on function search_redacted(${SEARCH_TYPES}), redacted_words_with(text, boolean, int) to threadline_reader;
grant execute on function drop_secret_words(text[]), unredacted_sessions(text, int) to threadline_worker;
`;
