import { createEventReader, createMessageBuilder } from 'threadline';
import { expect, it } from 'vitest';
import { bundledRecordings } from '../fixtures.ts';
import { expectGolden } from '../golden.ts';
import { compareGeminiRun } from './compare-gemini.ts';
import { compareRun } from './compare-run.ts';
import { bundledGeminiRuns } from './gemini-runs.ts';
import { bundledPairs } from './run-pairs.ts';

const pairs = bundledPairs();

it.each(pairs.map((pair) => [`${pair.version}/${pair.scenario}`, pair] as const))(
  'case 69: %s as it streamed and as it was written down are the same messages',
  (_name, pair) => {
    const { compared, equal, differences, results } = compareRun(pair);
    expect(differences).toEqual([]);
    expect(equal).toBe(compared);
    expect(results.sameError + results.unrecordedError).toBe(results.both);
  },
);

it.each(bundledGeminiRuns().map((run) => [`${run.version}/${run.scenario}`, run] as const))(
  'Gemini CLI %s as it streamed and as it was written down are the same messages',
  (_name, run) => {
    const { compared, equal, total, differences, results } = compareGeminiRun(run);
    expect(differences).toEqual([]);
    expect(equal).toBe(compared);
    expect(total).toBeGreaterThan(0);
    expect(results.sameError).toBe(results.both);
  },
);

it('compares a run that was killed up to the kill, and counts what was open then', () => {
  const run = bundledGeminiRuns().find((one) => one.version === '0.61.0' && one.scenario === 's10');
  expect(run && compareGeminiRun(run)).toMatchObject({ total: 2, equal: 2, open: 1, differences: [] });
});

it('finds what a chat lost or changed', () => {
  const run = bundledGeminiRuns().find((one) => one.version === '0.61.0' && one.scenario === 's3');
  if (!run) throw new Error('s3 is not bundled');
  const lost = run.file.filter((event) => !('item' in event && event.item.type === 'file_change'));
  expect(compareGeminiRun({ ...run, file: lost }).differences).not.toEqual([]);
  const changed = run.file.map((event) =>
    'item' in event && event.item.type === 'agent_message'
      ? { ...event, item: { ...event.item, text: 'other' } }
      : event,
  );
  expect(compareGeminiRun({ ...run, file: changed }).differences).not.toEqual([]);
});

it('compares nearly all that was printed', () => {
  const comparisons = pairs.map(compareRun);
  const total = comparisons.reduce((sum, one) => sum + one.total, 0);
  const compared = comparisons.reduce((sum, one) => sum + one.compared, 0);
  expect(total).toBeGreaterThan(100);
  expect(compared / total).toBeGreaterThan(0.9);
});

it('gives each bundled recording the number of messages that was reviewed', () => {
  const counts = bundledRecordings().map(({ name, bytes }) => {
    const reader = createEventReader();
    const builder = createMessageBuilder({ all: true });
    for (const outcome of [...reader.push(bytes), ...reader.end()]) {
      for (const event of outcome.ok ? outcome.events : []) builder.push(event);
    }
    builder.end();
    const count = { user: 0, assistant: 0, system: 0, injected: 0 };
    for (const { role, injected } of builder.messages) count[injected ? 'injected' : role] += 1;
    return [name, count] as const;
  });
  expectGolden(
    'messages.json',
    `{\n${counts.map(([name, count]) => `  ${JSON.stringify(name)}: ${JSON.stringify(count)}`).join(',\n')}\n}\n`,
  );
});
