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

const WHOLE = /^(?:[/\\]|[A-Za-z]:[/\\])/;
/** Live paths keep the `..` that the model wrote. */
const DOTS = /[/\\]\.\.?(?:[/\\]|$)/;

function wholePath(path: string, cwd = ''): string {
  const isWhole = WHOLE.test(path);
  if (isWhole ? !DOTS.test(path) : cwd === '') return path;
  const start = isWhole ? path : cwd;
  const separator = start.includes('/') || !start.includes('\\') ? '/' : '\\';
  const names = path.split(separator);
  const parts = isWhole ? names.splice(0, 1) : cwd.split(separator);
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  for (const name of names) {
    if (name === '..') parts.pop();
    else if (name !== '.' && name !== '') parts.push(name);
  }
  return parts.join(separator);
}
