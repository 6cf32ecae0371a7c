import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { agentNames } from '../../src/core/wires/agent-names.ts';
import { detectWire } from '../../src/core/wires/detect.ts';
import { agentDrivers } from '../../src/machine/run/agents/registry.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { scannedAgents } from '../../src/machine/usage/detect-fold.ts';
import { everyRecording } from '../../test/fixtures.ts';

/** What the registries and the bundled recordings tell of an agent. */
export interface AgentFacts {
  name: string;
  title: string;
  /** The wires of what it printed in the recordings, and of what it kept. */
  live: string[];
  stored: string[];
  /** The versions with recordings in test/fixtures, oldest first. */
  versions: string[];
  runs: boolean;
  /** Undefined if it cannot be run. A text is the driver's own refusal. */
  resumes: true | string | undefined;
  handsOverFrom: boolean;
  handsOverTo: boolean;
  usage: 'bytes' | 'events';
}

const fixtures = fileURLToPath(new URL('../../test/fixtures', import.meta.url));

/** Every agent of the registries, in the order in which lists name them. */
export function readAgentFacts(): AgentFacts[] {
  const wires = wiresByAgent();
  const names = new Set([...agentStores, ...agentDrivers, ...agentNames].map(({ name }) => name));
  return [...names].map((name) => {
    const store = agentStores.find((entry) => entry.name === name);
    const driver = agentDrivers.find((entry) => entry.name === name);
    return {
      name,
      title: store?.title ?? driver?.title ?? name,
      live: [...(wires.get(`${name} live`) ?? [])].sort(),
      stored: [...(wires.get(`${name} stored`) ?? [])].sort(),
      versions: versionsOf(name),
      runs: driver !== undefined,
      resumes: driver && resumesOf(driver.driver),
      handsOverFrom: store !== undefined,
      handsOverTo: (store?.store.newSession ?? store?.store.imports) !== undefined,
      usage: scannedAgents.has(name) ? 'bytes' : 'events',
    };
  });
}

/** The recordings tell which wires are printed and which are kept: no name of a wire does. */
function wiresByAgent(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { name, bytes } of everyRecording()) {
    const [folder = '', version = '', , file = ''] = name.split('/');
    // Recorded connections of all agents stand in one folder: `live/codex-0.166.0`.
    const agent = folder === 'live' ? (/^([a-z]+)-\d/.exec(version)?.[1] ?? '') : folder;
    const wire = detectWire(bytes);
    if (wire === 'unknown') continue;
    const key = `${agent} ${/^(?:stdout|traffic)/.test(file) ? 'live' : 'stored'}`;
    found.set(key, (found.get(key) ?? new Set()).add(wire));
  }
  return found;
}

function versionsOf(agent: string): string[] {
  const known = readdirSync(fixtures, { withFileTypes: true }).some((entry) => entry.name === agent);
  const versions = known ? readdirSync(`${fixtures}/${agent}`).filter((name) => /^\d/.test(name)) : [];
  return versions.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

type Driver = (typeof agentDrivers)[number]['driver'];

/** Asks the driver itself, which refuses before anything starts. */
function resumesOf(driver: Driver): true | string {
  const task = { prompt: 'go on', resume: '01a1de06-a90d-7a61-9d18-572c3f3466f0' };
  // Some agents refuse every run that does not allow all that they would do unasked.
  const everything = driver.fromExecute({ prompt: 'go on', permissionMode: 'bypassPermissions' });
  try {
    driver.prepare(task, { ...everything, binary: process.execPath });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
