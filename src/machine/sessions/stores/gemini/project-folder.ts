import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectNames, projectRoot } from './projects.ts';

/** Each has a folder for every project, with a file that names the project. */
const BASES = ['tmp', 'history'];

/** The folder of a project's chats that Gemini CLI knows, or will choose by its own rules. Its files stay unchanged. */
export function projectFolder(home: string, cwd: string): string {
  const names = projectNames(home);
  const listed = names.get(cwd);
  if (listed !== undefined && isPlain(listed) && !isOfOther(home, listed, cwd)) return listed;
  const marked = BASES.flatMap((base) =>
    namesIn(join(home, base)).filter((name) => projectRoot(join(home, base, name)) === cwd),
  );
  if (marked[0] !== undefined) return marked[0];
  const taken = new Set([...names].flatMap(([path, name]) => (path === cwd ? [] : [name])));
  const slug = slugOf(cwd);
  for (let count = 0; ; count += 1) {
    const name = count === 0 ? slug : `${slug}-${count}`;
    if (!taken.has(name) && !isOfOther(home, name, cwd)) return name;
  }
}

function slugOf(cwd: string): string {
  const slug = basename(cwd)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug || 'project';
}

/** True for a name that is not a path: the list is a file like any other. */
function isPlain(name: string): boolean {
  return /^[\w.-]{1,255}$/.test(name) && name !== '.' && name !== '..';
}

function isOfOther(home: string, name: string, cwd: string): boolean {
  return BASES.some((base) => (projectRoot(join(home, base, name)) ?? cwd) !== cwd);
}

/** Empty if it is not a folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
