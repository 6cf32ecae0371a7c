import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './package/run-npm.ts';

/** Where earlier clones kept them: see .gitignore. What is there is still used. */
const cloneFolder = fileURLToPath(new URL('../.agents/', import.meta.url));

/** Agents are large: they are kept outside the clone, so that a fresh one does not fetch them again. */
const agentsFolder = process.env.THREADLINE_AGENTS ?? join(cacheFolder(), 'threadline', 'agents');

export function cacheFolder(): string {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local');
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
}

export interface InstallOptions {
  /** Leaves optional dependencies out: the SDK's are 400 MB of agent. */
  omitOptional?: boolean;
  /** Other packages in the place of dependencies, by name: some are not published. */
  overrides?: Record<string, string>;
}

const installs = new Map<string, Promise<string | { skip: string }>>();

/**
 * Installs pinned packages into a folder of their own on first use and gives its path; gives the reason to skip a test
 * where that cannot be. The name has to hold the version: a folder that is there is taken as it is.
 */
export function installAgent(
  name: string,
  specs: string | readonly string[],
  options: InstallOptions = {},
): Promise<string | { skip: string }> {
  // Where there is no network, npm takes long to say so: once is enough.
  const install = installs.get(name) ?? installOnce(name, typeof specs === 'string' ? [specs] : specs, options);
  installs.set(name, install);
  return install;
}

/** Where packages of this name were put before; nothing is fetched. */
export function installedAgent(name: string): string | undefined {
  return [join(cloneFolder, name), join(agentsFolder, name)].find((folder) => existsSync(folder));
}

async function installOnce(name: string, specs: readonly string[], options: InstallOptions) {
  const installed = installedAgent(name);
  if (installed !== undefined) return installed;
  const folder = join(agentsFolder, name);
  mkdirSync(agentsFolder, { recursive: true });
  // Made beside its place and moved there when it is whole: tests run at the same time, and installs are cut off.
  const unfinished = mkdtempSync(join(agentsFolder, '.new-'));
  try {
    const { overrides } = options;
    writeFileSync(join(unfinished, 'package.json'), `${JSON.stringify({ private: true, overrides })}\n`);
    const omit = options.omitOptional ? ['--omit=optional'] : [];
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'];
    await runNpm(['install', ...specs, ...omit, ...quiet], unfinished);
    if (!existsSync(folder)) renameSync(unfinished, folder);
    return folder;
  } catch (error) {
    if (existsSync(folder)) return folder;
    return { skip: `cannot install ${specs.join(', ')}: ${firstLine(error)}` };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').find((line) => line.startsWith('npm error')) ?? text.split('\n')[0] ?? '';
}
