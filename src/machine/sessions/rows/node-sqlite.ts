type NodeSqlite = typeof import('node:sqlite');

let loaded: NodeSqlite | undefined;

/** Loads Node's SQLite on first use; undefined if there is none. Drops its `experimental` warning. */
export function nodeSqlite(): NodeSqlite | undefined {
  if (loaded) return loaded;
  const { emitWarning } = process;
  // Assigned through a wider type: the function has many forms, of which only the first argument matters here.
  const quiet = (warning: string | Error, ...others: unknown[]): void => {
    if (String(warning).includes('SQLite is an experimental feature')) return;
    Reflect.apply(emitWarning, process, [warning, ...others]);
  };
  process.emitWarning = quiet;
  try {
    loaded = process.getBuiltinModule('node:sqlite');
    return loaded;
  } finally {
    process.emitWarning = emitWarning;
  }
}
