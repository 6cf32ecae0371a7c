import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordedAgents } from '../../scripts/record/agents/registry.ts';
import { changesOf } from '../../scripts/record/compare.ts';
import { recordScenario } from '../../scripts/record/record-scenario.ts';
import { scenarios } from '../../scripts/record/scenarios.ts';
import { lookAt } from '../../scripts/record/survey.ts';
import { installAgent } from '../agents.ts';

const root = mkdtempSync(join(tmpdir(), 'threadline-record-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const VERSIONS = { codex: '0.166.0', claude: '2.1.325', gemini: '0.61.0' };

describe.each(Object.entries(VERSIONS))('recording %s', (name, version) => {
  it('twice gives recordings that look alike, with what the model said and no folder of this machine', async (context) => {
    const agent = recordedAgents.find((each) => each.name === name);
    const scenario = scenarios.find((each) => each.name === 'shell');
    if (!agent || !scenario) throw new Error('no such agent or scenario');
    const installed = await installAgent(`${name}-${version}`, agent.packages(version));
    if (typeof installed !== 'string') return context.skip(installed.skip);
    const binary = agent.program(installed) ?? '';
    const folders = [join(root, name, 'one'), join(root, name, 'two')];
    for (const out of folders) {
      const meta = await recordScenario({ agent, version, binary, scenario, out });
      expect(meta).toMatchObject({ agent: name, version, requests: 4, runs: [{ exit_code: 0, signal: null }] });
      const said = readFileSync(join(out, 'model.jsonl'), 'utf8').trim().split('\n');
      expect(said).toHaveLength(4);
      expect(JSON.parse(said[3] ?? '')).toMatchObject({ say: '`ls` worked, and the check failed with exit code 3.' });
      if ('session_files' in meta) {
        expect(meta.session_files.length).toBeGreaterThan(0);
        for (const path of meta.session_files) expect(existsSync(join(out, 'session', path))).toBe(true);
      }
      const printed = readFileSync(join(out, 'stdout.jsonl'), 'utf8');
      for (const [place] of printed.matchAll(/threadline-record-\w+/g)) expect(place).toBe('threadline-record-000000');
    }
    const [one = '', two = ''] = folders;
    expect(changesOf(lookAt(one), lookAt(two))).toEqual([]);
  });
});
