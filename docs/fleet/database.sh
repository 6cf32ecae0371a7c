#!/bin/sh
# Runs once, when the database is made: the owner of the tables is no superuser, and may create the roles of the archive.
set -eu
: "${THREADLINE_PASSWORD:=$(cat "${THREADLINE_PASSWORD_FILE:-/dev/null}")}"
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set=password="$THREADLINE_PASSWORD" <<'SQL'
create role threadline login createrole password :'password';
create database threadline owner threadline;
SQL
