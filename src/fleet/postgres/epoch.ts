/**
 * The epoch of an archive: another one after each restore, so that collectors ask about all their files again. It changes
 * with the cluster, its timeline (a promoted replica, a restore to a point in time), the database and the tables: one of
 * these is new after a restore. A snapshot of the disk leaves all of them alone; for that, `renew_epoch` changes the seed.
 */
export const EPOCH = `
create table epoch(seed uuid not null default gen_random_uuid());
insert into epoch default values;
alter table epoch enable row level security;

create function current_epoch() returns text language plpgsql stable security definer
  set search_path = threadline, pg_temp as $$
declare
  cluster text := '';
  timeline text := '';
begin
  -- Some hosted servers do not answer these.
  begin
    select system_identifier::text into cluster from pg_control_system();
  exception when others then
  end;
  begin
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  exception when others then
  end;
  return md5(concat_ws(' ', cluster, timeline, (select oid from pg_database where datname = current_database()),
    'source'::regclass::oid, (select seed from epoch)));
end $$;
revoke all on function current_epoch() from public;
grant execute on function current_epoch() to threadline_gateway, threadline_worker, threadline_reader;

-- The oldest versions of threadline that may read and write these tables.
alter table migration add column min_reader int, add column min_writer int;
`;

/** Gives the archive another epoch. Only its owner may. */
export const RENEW_EPOCH = 'update epoch set seed = gen_random_uuid()';
