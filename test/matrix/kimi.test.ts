import { expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { notKept } from '../parity/live-blocks.ts';
import { scanPaths } from '../usage/scan-files.ts';
import { readingOf, sharedScenarios, unnamedCalls } from './recorded-runs.ts';

const scenarios = sharedScenarios('kimi', 'session/.kimi-code/sessions/*/*/agents/*/wire.jsonl');
/** What was printed there are requests and answers of ACP, which is no wire of an agent. */
const ACP = /\/s25/;

it('reads every recorded line of Kimi Code by its wires, into typed events, without a problem', (context) => {
  if (!scenarios) return context.skip(WITHOUT_SHARED);
  const faults: string[] = [];
  let files = 0;
  for (const { name, printed, kept } of scenarios) {
    const streams = ACP.test(name) ? [] : printed.map(({ bytes }) => ({ bytes, wire: 'kimi-stream' }));
    for (const { bytes, wire } of [...streams, ...kept.map((file) => ({ bytes: file.bytes, wire: 'kimi-wire' }))]) {
      const reading = readingOf(bytes);
      files += 1;
      if (reading.wire !== wire) faults.push(`${name} ${reading.wire}`);
      for (const fault of [...reading.faults, ...unnamedCalls(reading.events)]) faults.push(`${name} ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  expect(files).toBeGreaterThan(70);
});

/** Requests that failed report nothing, and what was killed has no count. */
const UNCOUNTED = /\/(?:s7|s10)/;

it('counts what the scripted model counted, each request once, also those that a fork repeats', async (context) => {
  if (!scenarios) return context.skip(WITHOUT_SHARED);
  const wrong: string[] = [];
  for (const { name, requests, kept } of scenarios) {
    const { rows, problems } = await scanPaths(kept.map(({ path }) => path));
    for (const row of rows) {
      const isInput = row.input === 5321 || row.input === 29_500;
      // Reasoning is part of the output and has no count of its own.
      if (!isInput || row.cached !== 4096 || row.output !== 87 || row.reasoning !== 0)
        wrong.push(`${name} ${JSON.stringify(row)}`);
      if (!row.threadId.startsWith('session_')) wrong.push(`${name} ${row.threadId}`);
    }
    if (UNCOUNTED.test(name) ? rows.length > requests : rows.length !== requests)
      wrong.push(`${name}: ${rows.length} of ${requests}`);
    wrong.push(...problems.map(({ code }) => `${name} ${code}`));
  }
  expect(wrong).toEqual([]);
});

it('keeps all of a run that it prints', (context) => {
  if (!scenarios) return context.skip(WITHOUT_SHARED);
  const missing: string[] = [];
  let total = 0;
  for (const { name, printed, kept } of scenarios) {
    if (kept.length === 0 || ACP.test(name)) continue;
    for (const { bytes } of printed) {
      const run = notKept(
        bytes,
        kept.map((file) => file.bytes),
      );
      total += run.total;
      missing.push(...run.missing.map(({ kind, body }) => `${name} ${kind} ${body}`));
    }
  }
  expect(missing).toEqual([]);
  expect(total).toBeGreaterThan(150);
});
