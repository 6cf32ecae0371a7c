import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ThreadStore } from '../../src/archive/index.ts';
import { gatherInsights } from '../../src/doors/cli/insights/gather-insights.ts';
import { gatherRemoteInsights } from '../../src/doors/cli/remote/remote-insights.ts';
import { createReportDocument } from '../../src/doors/cli/report/make-report.ts';
import { readUsageOptions } from '../../src/doors/cli/usage/usage-options.ts';
import type { Insights } from '../../src/machine/insights/insights.ts';
import { tempArchive } from '../archive/temp-archive.ts';
import { bash, story } from './made-story.ts';

const sample = fileURLToPath(new URL('../../sample', import.meta.url));
const homes = readdirSync(sample).map((name) => join(sample, name));
const options = await readUsageOptions({ home: homes, zone: 'UTC' }, { command: 'insights' });

async function store() {
  const archive = await tempArchive({ homes });
  await archive.refresh();
  return archive;
}

/** Without what a store does not keep. */
const comparable = ({ of, findings, tools }: Insights) => ({
  of,
  findings: findings.filter(({ code }) => code !== 'unused-tools'),
  tools: tools.map(({ p50: _, p95: __, places, ...tool }) => ({ ...tool, places: { ...places, slow: undefined } })),
});

describe('insights of an archive', () => {
  it('are those of the files: the same sessions, findings with their places, and tools', async () => {
    const files = await gatherInsights(options);
    const stored = await gatherRemoteInsights(await store(), options);
    expect(files.insights.findings.length).toBeGreaterThan(0);
    expect(comparable(stored.insights)).toEqual(comparable(files.insights));
    expect(stored.insights.tools.every(({ p50 }) => p50 === null)).toBe(true);
  });

  it('count only the agent and the days that are wanted', async () => {
    const archive = await store();
    const { insights } = await gatherRemoteInsights(archive, options);
    const codex = { ...options, agent: 'codex' };
    const ofCodex = await gatherRemoteInsights(archive, codex);
    expect(comparable(ofCodex.insights)).toEqual(comparable((await gatherInsights(codex)).insights));
    expect(ofCodex.insights.of.sessions).toBeLessThan(insights.of.sessions);
    const never = await gatherRemoteInsights(archive, { ...options, since: '2099-01-01' });
    expect(never.insights).toMatchObject({ of: { sessions: 0, costUsd: null }, findings: [], tools: [] });
  });
});

describe('insights of a store of many people', () => {
  it('count no session that their reader may not read, though its figures are told', async () => {
    const archive = await store();
    const { rows } = await archive.listSessions({ subagents: true }, { limit: 1000 });
    const hidden = rows.find(({ key }) => key.agent === 'codex')?.key.threadId ?? '';
    const team: ThreadStore = {
      ...archive,
      usageBy: async () => ({ sums: [], sessions: [], total: 0 }),
      async listSessions(filter, page) {
        const found = await archive.listSessions(filter, page);
        return { ...found, rows: found.rows.filter(({ key }) => key.threadId !== hidden) };
      },
    };
    const whole = await gatherRemoteInsights({ ...team, listSessions: archive.listSessions }, options);
    expect(whole.insights).toEqual((await gatherRemoteInsights(archive, options)).insights);
    const { insights, rows: told } = await gatherRemoteInsights(team, options);
    expect(told.some(({ threadId }) => threadId === hidden)).toBe(true);
    expect(insights.of.sessions).toBe(whole.insights.of.sessions - 1);
    expect(JSON.stringify(insights)).not.toContain(hidden);
  });
});

describe('a report of an archive', () => {
  const safe = (text: string) => text;

  it('is that of the files', async () => {
    const [ofFiles, ofStore] = [1, 2].map(() => createReportDocument({ ...options, machine: 'laptop', safe }));
    const files = ofFiles?.document(await gatherInsights(options, ofFiles.addStory));
    const stored = ofStore?.document(await gatherRemoteInsights(await store(), options, ofStore.addStory));
    expect(stored).toEqual(files);
    expect(JSON.stringify(stored)).toContain('On laptop: ');
  });

  it('names the machine of each session, and counts the machines', () => {
    const report = createReportDocument({ ...options, machine: '', safe });
    report.addStory(story({ id: 'a', calls: [bash(1, 'ls')] }), undefined, 'anna');
    report.addStory(story({ id: 'b', calls: [bash(1, 'ls')] }), undefined, 'ben');
    const insights = { of: { sessions: 2, costUsd: null }, findings: [], tools: [] };
    const told = report.document({ insights, rows: [], tellProblems() {}, hasNothing: () => false });
    expect(told.summary[0]).toMatch(/^On 2 machines: 2 sessions,/);
    expect(told.sections[0]?.table?.rows.map((row) => row[2])).toEqual(['anna', 'ben']);
  });
});
