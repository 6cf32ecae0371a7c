// Takes a home in, drops it all, takes it in again, until it is killed. Says when it has begun.
import { indexFiles } from '../../src/archive/sqlite/index-files.ts';
import { openDatabase } from '../../src/archive/sqlite/open-database.ts';
import { removeSession } from '../../src/archive/sqlite/remove-session.ts';
import { transaction } from '../../src/archive/sqlite/sqlite.ts';
import { createStatements } from '../../src/archive/sqlite/statements.ts';

const [folder = '', home = ''] = process.argv.slice(2);
const database = await openDatabase(folder, { check: false });
const statements = createStatements(database);
process.stdout.write('begun\n');
for (;;) {
  await indexFiles(database, { homes: [home] });
  transaction(database, () => {
    for (const { id } of statements.all('select id from session limit 10')) removeSession(statements, Number(id));
    statements.run('update source set size = -1 where id not in (select source_id from session)');
  });
}
