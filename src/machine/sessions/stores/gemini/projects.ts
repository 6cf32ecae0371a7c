import { basename, join } from 'node:path';
import { isObject, parseObject } from '../../../../core/lines/json.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import { lastBytes } from '../../read-tail.ts';

/** Finds the working folder of a project, by the name of Gemini's folder for it. */
export type Projects = (folder: string) => string | undefined;

/** From 0.30 on, a folder is named after its project and holds its path. Before, its name is a hash of the path. */
export function readProjects(home: string): Projects {
  const known = new Map<string, string | undefined>();
  let listed: ReadonlyMap<string, string> | undefined;
  const listedAs = (name: string) => {
    listed ??= listedProjects(home);
    return listed.get(name);
  };
  return (folder) => {
    if (!known.has(folder)) known.set(folder, projectRoot(folder) ?? listedAs(basename(folder)));
    return known.get(folder);
  };
}

/** The paths in `projects.json`, by short name and by hash. */
function listedProjects(home: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, name] of projectNames(home)) {
    // Loaded on demand: it takes longer than all the rest of listing files.
    const { createHash } = process.getBuiltinModule('node:crypto');
    found.set(createHash('sha256').update(path).digest('hex'), path);
    if (name !== undefined) found.set(name, path);
  }
  return found;
}

/** The entries of `projects.json`: paths and their short names. */
export function projectNames(home: string): Map<string, string | undefined> {
  const { projects } = parseObject(smallFile(join(home, 'projects.json')) ?? '') ?? {};
  const entries = Object.entries(isObject(projects) ? projects : {});
  return new Map(entries.map(([path, name]) => [path, typeof name === 'string' ? name : undefined]));
}

/** The project that a folder of Gemini's names. */
export function projectRoot(folder: string): string | undefined {
  return smallFile(join(folder, '.project_root'))?.trim() || undefined;
}

/** The text of a file that may be missing. A longer one is not what it should be. */
function smallFile(path: string): string | undefined {
  try {
    return lastBytes(path, machineLimits.maxTitleLineBytes)?.toString('utf8');
  } catch {
    return undefined;
  }
}
