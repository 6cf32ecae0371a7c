#!/bin/sh
# Makes the login of a team server, as the owner of the tables: it owns nothing, and folds what was sent. Run again it does nothing.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$(cat "$SERVER_PASSWORD_FILE")" "$THREADLINE_ARCHIVE" <<'SQL'
select format('create role threadline_server login password %L in role threadline_team, threadline_gateway, threadline_worker', :'password')
  where not exists (select from pg_roles where rolname = 'threadline_server') \gexec
SQL
