import type { Repository } from './repository.ts';
import { runGit } from './run-git.ts';

/** A file that a commit changed. */
export interface ChangedFile {
  /** The path as git has it. */
  path: string;
  /** The name of the file's text in the commit. */
  blob: string;
  /** Numbers of the lines that the commit adds, from 1. */
  added: number[];
}

/** A commit against its first parent. */
export interface CommitChanges {
  commit: string;
  /** When it was committed, in milliseconds since 1970. */
  at: number;
  /** The first parent; undefined for the first commit. */
  parent?: string | undefined;
  message: string;
  files: ChangedFile[];
}

/** The tree without files, by the length of the repository's hashes. */
const EMPTY_TREES = new Map([
  [40, '4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
  [64, '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'],
]);
const DIFF = ['-r', '-M', '--no-textconv', '--no-ext-diff', '--no-color', '--full-index', '--no-abbrev'];
const LINK = '120000';
const SUBMODULE = '160000';

/** Reads what a commit adds. Renames are followed, as `git show -M` does. */
export async function readCommitChanges({ folder }: Repository, commit: string): Promise<CommitChanges> {
  const head = await runGit(folder, ['log', '-1', '--no-show-signature', '--format=%ct%x00%P%x00%B', commit, '--']);
  const [time = '0', parents = '', message = ''] = head.output.toString('utf8').split('\0');
  const first = parents.trim().split(' ')[0] || undefined;
  const parent = first ?? EMPTY_TREES.get(commit.length) ?? commit;
  const raw = await runGit(folder, ['diff-tree', ...DIFF, '--raw', '-z', parent, commit]);
  const patch = await runGit(folder, ['diff-tree', ...DIFF, '-p', '-U0', parent, commit]);
  const added = addedLines(patch.output.toString('latin1'));
  const files: ChangedFile[] = [];
  for (const { path, blob, before } of changedFiles(raw.output.toString('utf8'))) {
    const found = added.get(`${before}..${blob}`)?.shift();
    // Git gives up at the first text that is missing, as in a partial clone. The others are asked for one by one.
    const isLeftOut = found === undefined && patch.exitCode !== 0;
    files.push({ path, blob, added: isLeftOut ? await addedTo(folder, before, blob) : (found ?? []) });
  }
  return {
    commit,
    at: Number(time) * 1000 + 999,
    parent: first,
    message,
    files: files.filter((file) => file.added.length > 0),
  };
}

/**
 * The same for many commits, by three processes in all. Commits of which git cannot tell everything are left out: a text
 * may be missing, and the others must not go with it.
 */
export async function readManyChanges(
  { folder }: Repository,
  commits: readonly string[],
): Promise<Map<string, CommitChanges>> {
  const found = new Map<string, CommitChanges>();
  const format = '--format=%H%x00%ct%x00%P%x00%B%x00';
  const logged = await runGit(folder, ['log', '--no-walk=unsorted', '--no-show-signature', '-z', format, '--stdin'], {
    input: `${commits.join('\n')}\n`,
  });
  const fields = logged.output.toString('utf8').split('\0');
  for (let at = 0; at + 3 < fields.length; at += 5) {
    const [commit = '', time = '0', parents = '', message = ''] = fields.slice(at, at + 4);
    const parent = parents.split(' ')[0] || undefined;
    found.set(commit, { commit, at: Number(time) * 1000 + 999, parent, message, files: [] });
  }
  const input = [...found.values()]
    .map(({ commit, parent }) => (parent ? `${commit} ${parent}\n` : `${commit}\n`))
    .join('');
  const all = ['diff-tree', '--stdin', '--root', ...DIFF];
  const raw = await runGit(folder, [...all, '--raw', '-z'], { input });
  const patch = await runGit(folder, [...all, '-p', '-U0'], { input });
  if (logged.exitCode !== 0 || raw.exitCode !== 0 || patch.exitCode !== 0) return new Map();
  const added = addedByCommit(patch.output.toString('latin1'));
  for (const [commit, entries] of entriesByCommit(raw.output.toString('utf8'))) {
    const files = changedFiles(entries).map(({ path, blob, before }) => {
      return { path, blob, added: added.get(commit)?.get(`${before}..${blob}`)?.shift() ?? [] };
    });
    const known = found.get(commit);
    if (known) known.files = files.filter((file) => file.added.length > 0);
  }
  return found;
}

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The entries of each commit, behind its name. */
function entriesByCommit(raw: string): Map<string, string> {
  const found = new Map<string, string[]>();
  let current: string[] = [];
  let isPath = 0;
  for (const field of raw.split('\0')) {
    if (isPath === 0 && COMMIT.test(field)) {
      current = [];
      found.set(field, current);
      continue;
    }
    // A path may look like the name of a commit.
    if (isPath > 0) isPath -= 1;
    else isPath = /^:.* [RC]\d*$/.test(field) ? 2 : 1;
    current.push(field);
  }
  return new Map([...found].map(([commit, entries]) => [commit, entries.join('\0')]));
}

/** The added lines of each commit. A line of a file begins with a sign, so that none is taken for a name. */
function addedByCommit(patch: string): Map<string, Map<string, number[][]>> {
  const marks = [...patch.matchAll(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/gm)];
  return new Map(
    marks.map((mark, index) => [
      mark[0],
      addedLines(patch.slice(mark.index + mark[0].length + 1, marks[index + 1]?.index)),
    ]),
  );
}

/** The lines that one text adds to another; none if one of them is not there. */
async function addedTo(folder: string, before: string, blob: string): Promise<number[]> {
  if (/^0+$/.test(before)) {
    const { output, exitCode } = await runGit(folder, ['cat-file', 'blob', blob]);
    const lines = exitCode === 0 ? output.toString('latin1').replace(/\n$/, '').split('\n') : [];
    return output.length === 0 || output.includes(0) ? [] : lines.map((_, at) => at + 1);
  }
  const options = ['--no-textconv', '--no-ext-diff', '--no-color', '--full-index', '-U0'];
  const { output } = await runGit(folder, ['diff', ...options, before, blob, '--']);
  return addedLines(output.toString('latin1')).get(`${before}..${blob}`)?.[0] ?? [];
}

/** `:mode mode before after STATUS\0path[\0path]\0`. Links and submodules have no lines of their own. */
function changedFiles(raw: string): { path: string; blob: string; before: string }[] {
  const found: { path: string; blob: string; before: string }[] = [];
  const fields = raw.split('\0');
  for (let at = 0; at < fields.length; ) {
    const [, mode = '', before = '', blob = '', status = ''] = (fields[at] ?? '').slice(1).split(' ');
    if (blob === '') break;
    const isMoved = /^[RC]/.test(status);
    const path = fields[at + (isMoved ? 2 : 1)] ?? '';
    at += isMoved ? 3 : 2;
    const hasLines = mode !== LINK && mode !== SUBMODULE && !/^0+$/.test(blob);
    if (hasLines) found.push({ path, blob, before });
  }
  return found;
}

/** The added lines by the names of the texts before and after, which headings have as they are. Several files may share them. */
function addedLines(patch: string): Map<string, number[][]> {
  const found = new Map<string, number[][]>();
  let current: number[] = [];
  let [left, next] = [0, 0];
  for (const line of patch.split('\n')) {
    if (left > 0) {
      if (line.startsWith('+')) current.push(next++);
      if (line.startsWith('+') || line.startsWith('-')) left -= 1;
      continue;
    }
    const index = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(line);
    if (index) {
      const key = `${index[1]}..${index[2]}`;
      current = [];
      const lists = found.get(key);
      if (lists) lists.push(current);
      else found.set(key, [current]);
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    const [, removed = '1', start = '1', count = '1'] = hunk;
    left = Number(removed) + Number(count);
    next = Number(start);
  }
  return found;
}
