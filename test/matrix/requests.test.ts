import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { scanPaths } from '../usage/scan-files.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

/** Where the session files of an agent stand. Agents that are not named here have their own tests. */
const FILES = {
  codex: '*/*/rollout*.jsonl',
  claude: '*/*/session/projects/**/*.jsonl',
  gemini: '*/*/session/tmp/**/chats/**/*.{json,jsonl}',
};

/** Runs that were broken off, by the name of their scenario: killed, interrupted, refused, cut in the middle. */
const BROKEN_OFF = /\/(?:s10|s7g|s15b)/;

interface Kept {
  name: string;
  events: ThreadEvent[];
  /** Requests that `usage` counts in the file. */
  counted: number;
}

function eventsOf(path: string): ThreadEvent[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(readFileSync(path)), ...reader.end()];
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

async function readKept(agent: keyof typeof FILES): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const name of globSync(FILES[agent], { cwd: join(shared, agent) }).sort()) {
    const path = join(shared, agent, name);
    const counted = (await scanPaths([path])).rows.length;
    if (counted > 0 && !BROKEN_OFF.test(name)) kept.push({ name, events: eventsOf(path), counted });
  }
  return kept;
}

/** The requests that a thread itself made: history that it was given was another's. */
function requestsIn(events: readonly ThreadEvent[]): Set<string> {
  return new Set(
    events.flatMap(({ request_id, inherited }) => (request_id === undefined || inherited ? [] : request_id)),
  );
}

describe.each(Object.keys(FILES) as (keyof typeof FILES)[])('the session files of %s', (agent) => {
  it('name as many requests as were counted, in 98 of 100 files of runs that ended normally', async (context) => {
    if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
    const kept = (await readKept(agent)).filter(({ events }) => !isOneForTurn(events));
    const wrong = kept.filter(({ events, counted }) => requestsIn(events).size !== counted);
    const share = 1 - wrong.length / kept.length;
    process.stdout.write(
      `${agent}: ${kept.length - wrong.length} of ${kept.length} files (${(100 * share).toFixed(1)} %)\n`,
    );
    expect(share, wrong.map(({ name }) => name).join('\n')).toBeGreaterThanOrEqual(0.98);
    expect(kept.length).toBeGreaterThan(50);
  });

  it('give an answer, its calls and their results the same request', async (context) => {
    if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
    const broken: string[] = [];
    let calls = 0;
    for (const { name, events } of await readKept(agent)) {
      const started = new Map<string, string | undefined>();
      for (const event of events) {
        if (event.type === 'item.started') started.set(event.item.id, event.request_id);
        if (event.type !== 'item.completed' || !started.has(event.item.id)) continue;
        calls += 1;
        // A list of the agent's plan has an event for each of its calls.
        if (event.item.type !== 'todo_list' && started.get(event.item.id) !== event.request_id)
          broken.push(`${name}: ${event.item.id}`);
      }
    }
    expect(broken).toEqual([]);
    if (agent !== 'gemini') expect(calls).toBeGreaterThan(100);
  });
});

/** Chats of Gemini CLI up to 0.30: one record for all that a turn called, and so no request is told. */
function isOneForTurn(events: readonly ThreadEvent[]): boolean {
  const head = events.find(({ type }) => type === 'thread.started');
  return head?.type === 'thread.started' && head.agent === 'gemini' && head.source === undefined;
}

it('names no request in the chats of Gemini CLI that hold all requests of a turn in one record', (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const chats = globSync(FILES.gemini, { cwd: join(shared, 'gemini') }).map((name) =>
    eventsOf(join(shared, 'gemini', name)),
  );
  const old = chats.filter(isOneForTurn);
  expect(old.length).toBeGreaterThan(40);
  expect(old.flatMap((events) => [...requestsIn(events)])).toEqual([]);
});

it('joins each count of Codex with the answer that it counts', (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const without: string[] = [];
  let counts = 0;
  for (const name of globSync('*/s2-shell/rollout.jsonl', { cwd: join(shared, 'codex') }).sort()) {
    const events = eventsOf(join(shared, 'codex', name));
    const spoken = new Set(events.flatMap((event) => ('item' in event ? (event.request_id ?? []) : [])));
    for (const event of events) {
      if (event.type !== 'token_count' || event.request_id === undefined) continue;
      counts += 1;
      if (!spoken.has(event.request_id)) without.push(`${name}: ${event.request_id}`);
    }
  }
  expect(without).toEqual([]);
  expect(counts).toBeGreaterThan(30);
});
