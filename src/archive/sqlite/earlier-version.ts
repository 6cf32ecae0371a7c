import type { DatabaseSync } from 'node:sqlite';
import { FIRST_COLUMNS } from './first-version.ts';

/** Shows an archive of an earlier version as one of this version, on a connection that leaves it unchanged. */
export function showEarlierVersion(database: DatabaseSync, version: number): void {
  const block = version === 1 ? FIRST_COLUMNS : '*, 0 as secret';
  database.exec(`
create temp view block as select ${block} from main.block;
create temp view session as select *, null as redaction, null as redacted_prompt from main.session;
create temp view touched as select *, null as redacted from main.touched;
create temp view vocabulary as select *, 0 as secret from main.vocabulary;
create temp table redacted_block(id integer primary key, tool text, length int, facts int, body blob);
create virtual table temp.secret_word using fts5(text, content='', contentless_delete=1, tokenize='unicode61');
`);
}
