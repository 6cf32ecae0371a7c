import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AgentDriverEntry, agentDrivers, detectCli } from '../../../machine/run/index.ts';

/** An agent's program on this machine. */
export interface FoundAgent {
  name: string;
  title: string;
  /** Its path; undefined if it is not installed. */
  program: string | undefined;
  /** Its own version; undefined if it does not answer in time. */
  version: string | undefined;
  installHint: string;
  /** The command that installs it, or the address that it comes from. */
  install: string;
}

/** Some start slowly. One that waits for something must not hold us up. */
const PATIENCE_MS = 5000;
const MOST_OUTPUT = 64 * 1024;
const SCRIPT = /\.[cm]?js$/i;
const VERSION = /\d{1,6}\.\d{1,6}(?:\.[\w.+-]{1,40})?/;

/** Asks all agents at once. */
export function findAgents(agents: readonly AgentDriverEntry[] = agentDrivers): Promise<FoundAgent[]> {
  return Promise.all(
    agents.map(async ({ name, title, driver }) => {
      const program = detectCli({ agent: name, agents });
      const version = program === undefined ? undefined : ((await versionOf(program)) ?? packagedVersion(program));
      const { installHint, install = installHint } = driver;
      return { name, title, program, version, installHint, install };
    }),
  );
}

/** An agent's program stands at most so far below the folder of its package. */
const MOST_FOLDERS = 4;

/** The version in the manifest of the package that a program comes from. Some programs take long to tell it themselves. */
function packagedVersion(program: string): string | undefined {
  try {
    let folder = dirname(realpathSync(program));
    for (let level = 0; level < MOST_FOLDERS; level += 1, folder = dirname(folder)) {
      const manifest = manifestIn(folder);
      if (manifest) return VERSION.exec(String(manifest.version ?? ''))?.[0];
    }
  } catch {
    // The program is gone, or its folder may not be read.
  }
  return undefined;
}

function manifestIn(folder: string): { version?: unknown } | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // A manifest without a name only says how scripts are read.
    const isPackage = typeof manifest === 'object' && manifest !== null && 'name' in manifest;
    return isPackage && 'version' in manifest ? { version: manifest.version } : undefined;
  } catch {
    return undefined;
  }
}

function versionOf(program: string): Promise<string | undefined> {
  const [file, args] = SCRIPT.test(program) ? [process.execPath, [program]] : [program, []];
  const options = { timeout: PATIENCE_MS, maxBuffer: MOST_OUTPUT, killSignal: 'SIGKILL' as const };
  return new Promise((resolve) => {
    try {
      const child = execFile(file, [...args, '--version'], options, (_, stdout) => resolve(VERSION.exec(stdout)?.[0]));
      child.stdin?.end();
    } catch {
      resolve(undefined);
    }
  });
}
