import { execFile } from 'node:child_process';
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
      const version = program === undefined ? undefined : await versionOf(program);
      return { name, title, program, version, installHint: driver.installHint };
    }),
  );
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
