// To be imported before anything else: a Node up to 22.15, whose SQLite was built without FTS5.
import { DatabaseSync } from 'node:sqlite';

const refuse = (sql) => {
  if (!/\bfts5|\bword\b/.test(sql)) return;
  throw Object.assign(new Error('no such module: fts5'), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
};
for (const name of ['exec', 'prepare']) {
  const real = DatabaseSync.prototype[name];
  DatabaseSync.prototype[name] = function (sql, ...others) {
    refuse(sql);
    return Reflect.apply(real, this, [sql, ...others]);
  };
}
