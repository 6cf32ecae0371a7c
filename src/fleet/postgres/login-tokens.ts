/** Functions of the team server alone. */
const OWN_FUNCTIONS = 'team_login_token(bigint, text, bytea, text, text, text[], int, bytea, timestamptz)';

/**
 * Tokens of people last from the moment at which the provider last answered for the person, not from that at which they are
 * made: a machine that is confirmed on a page an hour after its login, or renewed beside another one, lasts no longer than they.
 */
export const LOGIN_TOKENS = `
create function team_login_token(of_person bigint, new_name text, new_hash bytea, here text, new_kind text, new_scopes text[],
    most_seconds int, renewal bytea, until timestamptz) returns table(id bigint, seconds int)
  language sql security definer set search_path = threadline, pg_temp as $$
  insert into team_token as made (tenant, person_id, name, hash, audience, kind, scopes, expires_at, renewal_hash, renew_until)
    select person.tenant, person.id, new_name, new_hash, here, new_kind, new_scopes,
        least(now(), person.seen_at) + make_interval(secs => most_seconds), renewal, until
      from person where person.id = of_person and person.tenant = current_tenant() and person.revoked_at is null
    returning made.id, greatest(0, floor(extract(epoch from made.expires_at - now())))::int $$;
revoke all on function ${OWN_FUNCTIONS} from public;
grant execute on function ${OWN_FUNCTIONS} to threadline_team;
`;
