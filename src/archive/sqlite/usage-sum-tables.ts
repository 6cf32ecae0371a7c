import type { DatabaseSync } from 'node:sqlite';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { priceBands } from '../../machine/usage/usage-quarter.ts';
import { readSetting, writeSetting } from './settings.ts';
import { transaction } from './sqlite.ts';
import type { Statements } from './statements.ts';

/**
 * What every source adds to a report, kept from the first time that somebody asks for it. Any write to `usage`, also by
 * an earlier version of threadline, makes the sums of its source stale: the triggers belong to the file.
 */
const TABLES = `
create table usage_sum(
  source_id integer primary key,
  links blob not null,                -- what connects it with other sources (usage-links.ts)
  quarters text not null) strict;     -- packed-quarters.ts
create table usage_link(
  link int not null,
  source_id int not null,
  primary key(link, source_id)) strict, without rowid;
create table usage_stale(source_id integer primary key) strict;
create trigger usage_added after insert on usage begin
  insert or ignore into usage_stale(source_id) values (new.source_id); end;
create trigger usage_changed after update on usage begin
  insert or ignore into usage_stale(source_id) values (new.source_id); end;
create trigger usage_removed after delete on usage begin
  insert or ignore into usage_stale(source_id) values (old.source_id); end;
`;

const SETTING = 'usage_sums';

/** The sizes at which prices change, by which requests are told apart in the sums. */
export const BANDS: readonly number[] = priceBands(defaultPrices);

/** Tells sums of this version from all others. */
const VERSION = JSON.stringify([1, BANDS]);

/** `none`: nobody has asked for sums yet. `other`: they are of another version. */
export function usageSumsState(statements: Statements): 'none' | 'other' | 'kept' {
  const known = readSetting(statements, SETTING);
  if (known === undefined) return 'none';
  return known === VERSION ? 'kept' : 'other';
}

/** From now on index runs keep sums. */
export function beginUsageSums(database: DatabaseSync, statements: Statements): void {
  transaction(database, () => {
    if (usageSumsState(statements) === 'none') database.exec(TABLES);
    else if (usageSumsState(statements) === 'kept') return;
    for (const table of ['usage_sum', 'usage_link', 'usage_stale']) statements.run(`delete from ${table}`);
    statements.run('insert into usage_stale(source_id) select source_id from usage');
    writeSetting(statements, SETTING, VERSION);
  });
}
