import { expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { notKept } from '../parity/live-blocks.ts';
import { scanPaths } from '../usage/scan-files.ts';
import { readingOf, sharedScenarios, unnamedCalls } from './recorded-runs.ts';

const scenarios = sharedScenarios('pi', 'session/.pi/agent/sessions/*/*.jsonl');

it('reads every recorded line of pi by its wire, into typed events, without a problem', (context) => {
  if (!scenarios) return context.skip(WITHOUT_SHARED);
  const faults: string[] = [];
  let files = 0;
  for (const { name, printed, kept } of scenarios) {
    for (const { bytes } of [...printed, ...kept]) {
      const reading = readingOf(bytes);
      files += 1;
      if (reading.wire !== 'pi-session') faults.push(`${name} ${reading.wire}`);
      for (const fault of [...reading.faults, ...unnamedCalls(reading.events)]) faults.push(`${name} ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  expect(files).toBeGreaterThan(200);
});

/** Requests that failed report nothing, and what was killed or not kept has no count. */
const UNCOUNTED = /\/(?:s7|s10|s1n)|^0\.30\.2\/s8/;
/** Up to 0.52 a summary has no count of its own. */
const NO_SUMMARY_COUNT = '0.52.12/s13b-auto-compact';

it('counts in every session what the scripted model counted; up to 0.52 pi adds reasoning to the output once more', async (context) => {
  if (!scenarios) return context.skip(WITHOUT_SHARED);
  const wrong: string[] = [];
  for (const { name, requests, kept } of scenarios) {
    const { rows, problems } = await scanPaths(kept.map(({ path }) => path));
    const output = /^0\.(?:30|52)\./.test(name) ? 151 : 87;
    for (const row of rows) {
      const isInput = row.input === 5321 || row.input === 195_000;
      if (!isInput || row.cached !== 4096 || row.output !== output) wrong.push(`${name} ${JSON.stringify(row)}`);
    }
    const expected = name === NO_SUMMARY_COUNT ? requests - 1 : requests;
    if (UNCOUNTED.test(name) ? rows.length > requests : rows.length !== expected)
      wrong.push(`${name}: ${rows.length} of ${requests}`);
    wrong.push(...problems.map(({ code }) => `${name} ${code}`));
  }
  expect(wrong).toEqual([]);
});

/** What pi prints and does not keep: docs/formats/pi.md. */
const LIVE_ONLY = [
  // A run that began a session in another folder, because up to 0.30 a session is named by its path.
  /^0\.30\.2\/s8-resume/,
  // Killed while the first text streamed: there is no file, or not that text.
  /\/s10[de]-/,
  // Results of calls inside of a script.
  /\/s17-codemode tool_result \S+\/\d/,
];

it('keeps all of a run that it prints, but for a closed list', (context) => {
  if (!scenarios) return context.skip(WITHOUT_SHARED);
  const missing: string[] = [];
  let total = 0;
  for (const { name, printed, kept } of scenarios) {
    if (kept.length === 0) continue;
    for (const { bytes } of printed) {
      const run = notKept(
        bytes,
        kept.map((file) => file.bytes),
      );
      total += run.total;
      missing.push(...run.missing.map(({ kind, body }) => `${name} ${kind} ${body}`));
    }
  }
  expect(missing.filter((one) => !LIVE_ONLY.some((reason) => reason.test(one)))).toEqual([]);
  expect(missing.length / total).toBeLessThan(0.03);
});

it('tells a run that failed behind exit code 0 as failed', (context) => {
  if (!scenarios) return context.skip(WITHOUT_SHARED);
  const ends = scenarios
    .filter(({ name }) => /\/s7[acfhj]-/.test(name))
    .flatMap(({ name, printed, kept }) =>
      [...printed, ...kept].map(({ bytes }) => {
        const { events } = readingOf(bytes);
        return `${name} ${events.findLast(({ type }) => type.startsWith('turn.'))?.type}`;
      }),
    );
  expect(ends.filter((end) => !end.endsWith('turn.failed'))).toEqual([]);
  expect(ends.length).toBeGreaterThan(10);
});
