import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isEnd } from '../../src/core/messages/tool-life.ts';
import type { ThreadEvent } from '../../src/core/thread/event.ts';
import { createEventReader } from '../../src/core/wires/event-reader.ts';
import { createAtifWriter } from '../../src/core/writers/atif/atif-writer.ts';
import { requestCost } from '../../src/doors/cli/convert/request-cost.ts';
import { defaultPrices, priceOf } from '../../src/machine/usage/index.ts';
import { type Atif, changedByTable, trajectoriesIn } from '../exchange/foreign-atif.ts';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';
import { type KeptSession, keptSessions, RECORDED } from './kept-sessions.ts';

const shared = process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const standards = join(shared, 'standards');
const validator = join(standards, 'atif-validate.mjs');

type Validate = (document: unknown) => { errors: string[] };

async function loadValidator(): Promise<Validate> {
  const { validate } = (await import(pathToFileURL(validator).href)) as { validate: Validate };
  return validate;
}

/** Undefined for a file that no wire reads. */
function written(bytes: Uint8Array, all = false): { text: string; events: ThreadEvent[] } | undefined {
  const reader = createEventReader();
  const writer = createAtifWriter({ all, requestCost });
  const events: ThreadEvent[] = [];
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    writer.push(outcome);
    if (outcome.ok) events.push(...outcome.events);
  }
  return reader.wire === 'unknown' ? undefined : { text: writer.end().join(''), events };
}

/** Runs that were broken off, where what was counted last has no place in the conversation. */
const BROKEN_OFF = /\/(?:s10|s7)/;

const sum = (values: readonly (number | undefined)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** What a trajectory says of a session's requests, calls, tokens and costs, in figures. */
function figuresOf(document: Atif) {
  const all = trajectoriesIn(document);
  const steps = all.flatMap(({ steps }) => steps);
  const own = steps.filter((step) => !step.is_copied_context);
  return {
    requests: own.filter((step) => step.llm_call_count === 1).length,
    input: sum(all.map(({ final_metrics: totals }) => totals?.total_prompt_tokens)),
    cached: sum(all.map(({ final_metrics: totals }) => totals?.total_cached_tokens)),
    output: sum(all.map(({ final_metrics: totals }) => totals?.total_completion_tokens)),
    cost: (document.final_metrics?.total_cost_usd ?? 0).toFixed(9),
  };
}

/** The same figures by events and by `usage`. */
function wantedFigures(events: readonly ThreadEvent[], { rows }: KeptSession) {
  const requests = events.flatMap((event) => {
    const isAnswer = event.type === 'token_count' || ('item' in event && event.item.type !== 'error');
    return event.request_id === undefined || event.inherited || !isAnswer ? [] : event.request_id;
  });
  const costs = rows.map((row) => priceOf(row, defaultPrices));
  return {
    requests: new Set(requests).size,
    input: sum(rows.map(({ input }) => input)),
    cached: sum(rows.map(({ cached }) => cached)),
    output: sum(rows.map(({ output }) => output)),
    cost: sum(costs.map((cost) => ('usd' in cost ? cost.usd : 0))).toFixed(9),
  };
}

/** Calls that ended, by the ids of their items. A plan is one item of several calls. */
function endedCalls(events: readonly ThreadEvent[]): string[] {
  return events.flatMap((event) => {
    const isCall = 'item' in event && event.item.call !== undefined && event.item.type !== 'todo_list';
    return isCall && isEnd(event) ? event.item.id : [];
  });
}

describe.skipIf(!existsSync(validator))('trajectories of all recordings', () => {
  it.each(RECORDED)('%s: they are valid, and come back byte for byte', async (agent) => {
    const validate = await loadValidator();
    const printed = (sharedRecordings('*/*/stdout*.{json,jsonl}', agent) ?? []).filter(({ bytes }) => bytes.length > 0);
    const kept: { name: string; bytes: Uint8Array }[] = [];
    for await (const session of keptSessions(agent)) kept.push(session);
    let count = 0;
    const broken = [...printed, ...kept].flatMap(({ name, bytes }) => {
      const made = written(bytes);
      if (!made) return [];
      count += 1;
      const [error] = validate(JSON.parse(made.text)).errors;
      if (error !== undefined) return [`${name}: ${error}`];
      return written(new TextEncoder().encode(made.text))?.text === made.text ? [] : [`${name}: not the same`];
    });
    expect(broken).toEqual([]);
    expect(count).toBeGreaterThan(kept.length);
  });

  it.each(RECORDED)('%s: requests, calls, results, tokens and costs are ours', async (agent) => {
    const wrong: string[] = [];
    let compared = 0;
    for await (const session of keptSessions(agent)) {
      const made = BROKEN_OFF.test(session.name) ? undefined : written(session.bytes, true);
      if (!made) continue;
      compared += 1;
      const document: Atif = JSON.parse(made.text);
      const found = figuresOf(document);
      const wanted = wantedFigures(made.events, session);
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        wrong.push(`${session.name}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
      const steps = trajectoriesIn(document).flatMap((trajectory) => trajectory.steps);
      const called = new Set(steps.flatMap((step) => step.tool_calls?.map((call) => call.tool_call_id) ?? []));
      const answered = new Set(
        steps.flatMap((step) => step.observation?.results.map((one) => one.source_call_id) ?? []),
      );
      for (const id of endedCalls(made.events))
        if (!called.has(id) || !answered.has(id)) wrong.push(`${session.name}: ${id} has no call or no result`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(10);
  });
});

it('keeps the documents of others but for what docs/writers.md lists', async (context) => {
  if (!existsSync(validator)) return context.skip(WITHOUT_SHARED);
  const validate = await loadValidator();
  const names = globSync(['real/*.json', '*.atif.json'], { cwd: standards }).sort();
  for (const name of names) {
    const bytes = readFileSync(join(standards, name));
    const found = JSON.parse(written(bytes)?.text ?? '{}');
    expect(validate(found).errors, name).toEqual([]);
    expect(found, name).toEqual(changedByTable(JSON.parse(bytes.toString())));
  }
  expect(names.length).toBeGreaterThan(5);
});
