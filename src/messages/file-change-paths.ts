import type { FileChangeItem } from '../thread/item.ts';

/**
 * The same changes in one order, with whole paths. Codex writes them in the order of a hash table or of the patch, and
 * relative to the thread's working folder or not.
 */
export function withWholePaths(item: FileChangeItem, cwd: string | undefined): FileChangeItem {
  const changes = item.changes.map((change) => {
    const path = wholePath(change.path, cwd);
    return typeof change.move_path === 'string'
      ? { ...change, path, move_path: wholePath(change.move_path, cwd) }
      : { ...change, path };
  });
  changes.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
  return { ...item, changes };
}

function wholePath(path: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '' || /^([/\\]|[A-Za-z]:[/\\])/.test(path)) return path;
  const separator = cwd.includes('/') || !cwd.includes('\\') ? '/' : '\\';
  const parts = cwd.split(separator);
  if (parts.at(-1) === '') parts.pop();
  for (const part of path.split(separator)) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join(separator);
}
