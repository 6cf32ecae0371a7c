import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './run-npm.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A project of somebody else, with the packed package installed in it. */
export interface InstalledProject {
  /** The folder around it. */
  folder: string;
  project: string;
  /** Where the package is. */
  installed: string;
  /** The paths of all its files. */
  files: string[];
  remove(): Promise<void>;
}

interface PackReport {
  filename: string;
}

/** Packs the package and installs it, as npm does for its users, without asking a registry. */
export async function installPackage(): Promise<InstalledProject> {
  if (!existsSync(join(root, 'dist'))) throw new Error('dist/ is missing: npm run build');
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'threadline-package-')));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}');
  // The dependency comes from our own node_modules, so that no registry is asked.
  const tarballs = await Promise.all([pack(root, folder), pack(join(root, 'node_modules/zod'), folder)]);
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await runNpm(['install', ...options, ...tarballs], project);
  const installed = join(project, 'node_modules/threadline');
  // npm hides names that hold an id in what it prints, so they are looked up.
  const entries = await readdir(installed, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(installed, join(entry.parentPath, entry.name)));
  return { folder, project, installed, files, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Packs the package of a folder and returns the tarball's path. */
async function pack(source: string, folder: string): Promise<string> {
  const args = ['pack', source, '--ignore-scripts', '--json', '--pack-destination', folder];
  // npm 11 prints a list, npm 12 an object by name.
  const [packed] = Object.values<PackReport>(JSON.parse(await runNpm(args, folder)));
  if (!packed) throw new Error(`npm packed nothing in ${source}`);
  return join(folder, packed.filename);
}
