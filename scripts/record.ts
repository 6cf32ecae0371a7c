// Records a version of an agent on scripted models, and says what changed against the last recording of that agent:
//   npm run record -- AGENT VERSION [--only SCENARIO] [--out DIR] [--against DIR]
// Exit 0: recorded, and it looks like the last one (or there is none). 1: something changed. 2: usage. 4: the agent cannot be had.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, installAgent } from '../test/agents.ts';
import { recordedAgents } from './record/agents/registry.ts';
import { changesOf } from './record/compare.ts';
import { type LastRecording, lastRecording } from './record/last-recording.ts';
import { recordScenario } from './record/record-scenario.ts';
import { scenarios } from './record/scenarios.ts';
import { lookAt } from './record/survey.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/recordings');

const say = (line: string) => process.stdout.write(`${line}\n`);

function usage(): never {
  const agents = recordedAgents.map(({ name }) => name).join(', ');
  process.stderr.write(`usage: npm run record -- AGENT VERSION [--only SCENARIO] [--out DIR] [--against DIR]
AGENT is one of ${agents}; SCENARIO one of ${scenarios.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string' }, out: { type: 'string' }, against: { type: 'string' } },
    });
  } catch {
    return usage();
  }
}

/** What changed in a scenario; undefined where it was not recorded before. */
function changesIn(scenario: string, folder: string, last: LastRecording | undefined): string[] | undefined {
  const before = last && join(last.folder, scenario);
  return before && existsSync(before) ? changesOf(lookAt(before), lookAt(folder)) : undefined;
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments();
  const [name, version] = positionals;
  const agent = recordedAgents.find((each) => each.name === name);
  const chosen = scenarios.filter((each) => values.only === undefined || each.name === values.only);
  if (!agent || !/^\d[\w.-]*$/.test(version ?? '') || version === undefined || chosen.length === 0) return usage();
  const options = agent.overrides ? { overrides: agent.overrides } : {};
  const installed = await installAgent(`${agent.name}-${version}`, agent.packages(version), options);
  const binary = typeof installed === 'string' ? agent.program(installed) : undefined;
  if (binary === undefined) {
    say(typeof installed === 'string' ? `no program in ${installed}` : installed.skip);
    return 4;
  }
  const out = values.out ?? join(cacheFolder(), 'threadline', 'recordings');
  const folders = values.against === undefined ? [FIXTURES, out] : [values.against];
  const wanted = { agent: agent.name, version, scenarios: chosen.map((each) => each.name), folders, out };
  const last = lastRecording(wanted);
  say(`${agent.name} ${version}, against ${last ? `${last.version} (${last.folder})` : 'nothing'}`);
  const seen = new Map<string, string[]>();
  let compared = 0;
  for (const scenario of chosen) {
    const folder = join(out, agent.name, version, scenario.name);
    const recorded = await recordScenario({ agent, version, binary, scenario, out: folder });
    const changes = 'skip' in recorded ? undefined : changesIn(scenario.name, folder, last);
    for (const change of changes ?? []) seen.set(change, [...(seen.get(change) ?? []), scenario.name]);
    if (changes) compared += 1;
    const what = changes ? `${changes.length} changes` : 'not recorded before';
    say(`${scenario.name}: ${'skip' in recorded ? `skipped, ${recorded.skip}` : what}`);
  }
  for (const [change, where] of [...seen].sort()) {
    say(`${change}  (${where.length === compared ? 'everywhere' : where.join(', ')})`);
  }
  say(`${seen.size} changes in ${compared} scenarios; the recordings are in ${join(out, agent.name, version)}`);
  return seen.size === 0 ? 0 : 1;
}

process.exitCode = await main();
