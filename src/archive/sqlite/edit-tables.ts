import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { readSetting, writeSetting } from './settings.ts';
import { transaction } from './sqlite.ts';
import type { Statements } from './statements.ts';

/**
 * Who wrote which line of which file. Sessions that an earlier version of threadline removes take their rows with them,
 * because the triggers belong to the file; their lines, which nobody can read, go at the next index run.
 */
const TABLES = `
create table edit_path(
  id integer primary key,
  path text not null unique,
  base text not null) strict;         -- its last name
create index edit_path_base on edit_path(base);
create table edit_call(
  id integer primary key autoincrement,
  session_id int not null,
  path_id int not null,
  at_ms int not null, turn int not null,
  how int not null) strict;           -- a place in the list of folded-edits.ts
create index edit_call_path on edit_call(path_id, session_id);
create index edit_call_session on edit_call(session_id);
-- line-hash.ts: a number for each telling line of a call.
create table line(
  h int not null,
  call int not null,
  primary key(h, call)) strict, without rowid;
create table made_commit(
  sha text not null,                  -- as it was printed, mostly short
  session_id int not null,
  call text not null,
  primary key(sha, session_id)) strict, without rowid;
create index made_commit_session on made_commit(session_id);
-- The operations themselves, packed (packed-ops.ts): agents delete their files, and texts before a change are in no block.
create table edit_text(
  id integer primary key,
  session_id int not null,
  body blob not null) strict;
create index edit_text_session on edit_text(session_id);
create table edit_done(
  session_id integer primary key,
  identity text not null) strict;     -- of the source whose edits are there
create table edit_orphan(call integer primary key) strict;
create trigger session_edits_removed after delete on session begin
  insert or ignore into edit_orphan(call) select id from edit_call where session_id = old.id;
  delete from edit_call where session_id = old.id;
  delete from edit_text where session_id = old.id;
  delete from made_commit where session_id = old.id;
  delete from edit_done where session_id = old.id; end;
`;

/** Everything of the index but the triggers, for an archive that is only read and has none. */
const EDIT_TABLES = ['line', 'edit_call', 'edit_path', 'made_commit', 'edit_text', 'edit_done', 'edit_orphan'];

const KEY = 'line-key';
const VERSION_SETTING = 'edits';
/** Raised when operations, their texts or their lines change: then all sessions are looked at again. */
const VERSION = '1';

/** True if the archive has an index of lines. One that an earlier version made, and nobody wrote to since, has none. */
export function hasEdits(statements: Statements): boolean {
  return statements.get("select 1 from sqlite_schema where name = 'edit_done'") !== undefined;
}

/** The random value of the archive, if it has an index of lines. */
export function lineKey(statements: Statements): string | undefined {
  return hasEdits(statements) ? readSetting(statements, KEY) : undefined;
}

/** Makes the index where there is none, and empties one of another version. Returns the random value of the archive. */
export function beginEdits(database: DatabaseSync, statements: Statements): string {
  const known = lineKey(statements);
  if (known !== undefined && readSetting(statements, VERSION_SETTING) === VERSION) return known;
  return transaction(database, () => {
    if (!hasEdits(statements)) database.exec(TABLES);
    else for (const table of EDIT_TABLES) database.exec(`delete from ${table}`);
    const key = randomBytes(16).toString('hex');
    writeSetting(statements, KEY, key);
    writeSetting(statements, VERSION_SETTING, VERSION);
    return key;
  });
}
