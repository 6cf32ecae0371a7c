/** `THLN`: tells an archive from any other SQLite file. */
export const APPLICATION_ID = 0x54484c4e;

/** The version of the tables. A later version reads every earlier one (`migrate.ts`). */
export const SCHEMA_VERSION = 3;

/** For a file that does not exist yet. */
export const PRAGMAS_ON_CREATION = `pragma page_size = 8192; pragma auto_vacuum = none;`;

/** Deleted text is overwritten. A loss of power may lose the last commits. Pages of mmap would count as our memory. */
export const PRAGMAS = `
pragma busy_timeout = 5000;
pragma synchronous = normal;
pragma cache_size = -16384;
pragma secure_delete = on;
pragma foreign_keys = off;
pragma trusted_schema = off;
pragma temp_store = memory;
`;

/**
 * A block that holds secrets has two readings. Its row, its chunk and `secret_word` have it as it was said, for the owner
 * alone. `redacted_block` and `word` have it redacted, and nothing else is read for others.
 */
export const REDACTED_TABLES = `
create table redacted_block(
  id integer primary key,             -- of the block
  tool text,
  length int not null, facts int not null,                          -- bytes of the text and of the JSON that follows it
  body blob not null) strict;         -- zstd
create index block_secret_odd on block(id) where secret = 2;

create virtual table secret_word using fts5(text, content='', contentless_delete=1, tokenize='unicode61');
create virtual table secret_word_list using fts5vocab(secret_word, 'row');
`;

/** The tables that have another form in an archive of the first version. */
export const TEXT_TABLES = `
-- Texts of one session, each with what nobody searches by, zstd. Ids grow in the order of indexing, and are never used again.
create table chunk(
  id integer primary key autoincrement,
  session_id int not null,
  bytes int not null,
  body blob not null,
  secret int not null default 0) strict;                            -- 1: texts that hold secrets, and no others
create index chunk_session on chunk(session_id);

-- One content block of one message. Ids are made of the time: the greatest is the newest, in whatever order files are read.
create table block(
  id integer primary key,
  session_id int not null,
  seq int not null,
  role int not null, kind int not null,                             -- places in the lists of block-record.ts
  tool text, error int,
  inherited int not null,
  at_ms int not null,
  chunk_id int not null, start int not null, length int not null,   -- bytes of the text in the unpacked chunk
  facts int not null,                 -- bytes of JSON that follow the text
  is_odd int not null,                -- holds a run of letters that is too long for a word: exact search looks at it always
  secret int not null default 0,      -- 1: holds a secret, and is_odd is said of it redacted; 2: and it is odd as it was said
  unique(session_id, seq)) strict;
create index block_chunk on block(chunk_id);
create index block_odd on block(id) where is_odd = 1;
create index block_error on block(id) where error = 1;

-- More is held in memory, and less often merged, than FTS5 does by itself: a first index takes half the time.
create virtual table word using fts5(text, content='', contentless_delete=1, tokenize='unicode61');
insert into word(word, rank) values('hashsize', 4194304);
insert into word(word, rank) values('automerge', 8);
create virtual table word_list using fts5vocab(word, 'row');
${REDACTED_TABLES}
-- All words at a time, one below the other, in pieces: where exact strings inside of words are looked for.
create table vocabulary(
  id integer primary key,
  up_to int not null,                 -- the last chunk whose words are in it
  terms blob not null,
  secret int not null default 0) strict;                            -- 1: words of texts that hold secrets
`;

export const SCHEMA = `
create table setting(
  name text primary key,
  value text not null) strict, without rowid;

-- One generation of one file. Usage hangs on it, because files count that are nobody's session.
create table source(
  id integer primary key,
  agent text not null,
  home text not null,
  path text not null,
  thread_id text,                     -- what its last fold found in it; null before, and for one that was left out
  identity text not null,             -- the version that was folded; of a file in archives of before: device, inode and time of birth
  head blob,                          -- of archives of before, as are offset and marker: nobody asks for them
  size int not null,                  -- -1: not folded to its end yet
  mtime_ms real not null,
  offset int not null,
  marker blob,
  state text not null check(state in ('live', 'packed', 'gone', 'bad', 'left-out', 'forgotten')),
  gone_ms int,
  superseded int not null,
  fold int not null,                  -- version of the fold that wrote its rows
  problem text) strict;
create unique index source_path on source(path) where state <> 'gone';
create index source_thread on source(thread_id);

create table session(
  id integer primary key,
  agent text not null,
  home text not null,
  thread_id text not null,
  source_id int not null,             -- its state says whether the session's file is gone
  archived int not null,
  version text, project text, branch text, model text, title text, first_prompt text,
  started_ms int, ended_ms int,
  turns int not null, messages int not null, blocks int not null, tools int not null,
  errors int not null, problems int not null, problem text,
  status text not null, status_until_ms int not null, later_status text not null,
  parent_thread text, forked_from text,
  revision int not null,              -- grows with every change of any session
  redaction text,                     -- the rules by which all its texts were looked at; null: not all by the same ones
  redacted_prompt text,               -- the first prompt for others
  unique(agent, thread_id, home)) strict;
create index session_ended on session(ended_ms);
create index session_revision on session(revision);
create index session_source on session(source_id);
create index session_redaction on session(redaction);

${TEXT_TABLES}
create table touched(
  path text not null,
  session_id int not null,
  how text not null,
  count int not null,
  redacted text,                      -- the path for others, if it holds a secret
  primary key(path, session_id, how)) strict, without rowid;
create index touched_session on touched(session_id);

-- What a file tells of requests, as it tells it; which of them count is settled when they are read (usage-facts.ts).
create table usage(
  source_id integer primary key,
  facts blob not null) strict;        -- zstd

-- Sessions that are not to be taken in again: sha-256 of agent, home and thread.
create table forgotten(key blob primary key) strict, without rowid;
create table excluded(project text primary key) strict, without rowid;
`;
