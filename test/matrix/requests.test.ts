import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { hasShared, keptSessions, RECORDED } from './kept-sessions.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

/** Where the chats of Gemini CLI stand. */
const CHATS = '*/*/session/tmp/**/chats/**/*.{json,jsonl}';

/** Runs that were broken off, by the name of their scenario: killed, interrupted, refused, cut in the middle. */
const BROKEN_OFF = /\/(?:s10|s7[dgk]|s15b)/;
/** History of another agent, which was counted there. */
const IMPORTED = /\/s28-import\//;

/** So many sessions of each agent are compared at least. */
const LEAST: Readonly<Record<string, number>> = {
  codex: 400,
  claude: 200,
  gemini: 50,
  opencode: 30,
  kilo: 20,
  copilot: 15,
  qwen: 25,
  pi: 60,
  kimi: 20,
  goose: 15,
  cline: 20,
};

interface Kept {
  name: string;
  events: ThreadEvent[];
  /** Requests that `usage` counts in the session. */
  counted: number;
}

function eventsIn(bytes: Uint8Array): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

const eventsOf = (path: string): ThreadEvent[] => eventsIn(readFileSync(path));

async function readKept(agent: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  for await (const { name, bytes, rows } of keptSessions(agent))
    if (rows.length > 0 && !BROKEN_OFF.test(name) && !IMPORTED.test(name))
      kept.push({ name, events: eventsIn(bytes), counted: rows.length });
  return kept;
}

/** A turn failed or was interrupted. */
function isBrokenOff(events: readonly ThreadEvent[]): boolean {
  const own = events.filter(({ parent_item_id, inherited }) => parent_item_id === undefined && !inherited);
  return own.some(({ type }) => type === 'turn.failed' || type === 'turn.aborted');
}

/** The agent counts a session as a whole, and so no request has a count. */
function isCountedWhole(events: readonly ThreadEvent[]): boolean {
  const counts = events.filter(({ type, inherited }) => type === 'token_count' && !inherited);
  return counts.length > 0 && counts.every(({ request_id }) => request_id === undefined);
}

/**
 * The requests of a thread that were answered or counted. History that it was given was another's, and a request that
 * failed has an id and an error, but neither an answer nor a count.
 */
function requestsIn(events: readonly ThreadEvent[]): Set<string> {
  return new Set(
    events.flatMap((event) => {
      const isAnswer = event.type === 'token_count' || ('item' in event && event.item.type !== 'error');
      return event.request_id === undefined || event.inherited || !isAnswer ? [] : event.request_id;
    }),
  );
}

describe.each(RECORDED)('the sessions of %s', (agent) => {
  it('name as many requests as were counted, in 98 of 100 sessions of runs that ended normally', async (context) => {
    if (!hasShared()) return context.skip(WITHOUT_SHARED);
    const kept = (await readKept(agent)).filter(
      ({ events }) => !isOneForTurn(events) && !isCountedWhole(events) && !isBrokenOff(events),
    );
    const wrong = kept.filter(({ events, counted }) => requestsIn(events).size !== counted);
    const share = 1 - wrong.length / kept.length;
    process.stdout.write(
      `${agent}: ${kept.length - wrong.length} of ${kept.length} sessions (${(100 * share).toFixed(1)} %)\n`,
    );
    expect(share, wrong.map(({ name }) => name).join('\n')).toBeGreaterThanOrEqual(0.98);
    expect(kept.length).toBeGreaterThanOrEqual(LEAST[agent] ?? 1);
  });

  it('give an answer, its calls and their results the same request', async (context) => {
    if (!hasShared()) return context.skip(WITHOUT_SHARED);
    const broken: string[] = [];
    let calls = 0;
    for (const { name, events } of await readKept(agent)) {
      const started = new Map<string, string | undefined>();
      for (const event of events) {
        if (event.type === 'item.started') started.set(event.item.id, event.request_id);
        const isEnd = event.type === 'item.completed' || event.type === 'item.failed';
        if (!isEnd || !started.has(event.item.id)) continue;
        calls += 1;
        // A list of the agent's plan has an event for each of its calls.
        if (event.item.type !== 'todo_list' && started.get(event.item.id) !== event.request_id)
          broken.push(`${name}: ${event.item.id}`);
      }
    }
    expect(broken).toEqual([]);
    // Some agents write a call together with its result.
    if (agent === 'codex' || agent === 'claude') expect(calls).toBeGreaterThan(100);
  });
});

/** Chats of Gemini CLI up to 0.30: one record for all that a turn called, and so no request is told. */
function isOneForTurn(events: readonly ThreadEvent[]): boolean {
  const head = events.find(({ type }) => type === 'thread.started');
  return head?.type === 'thread.started' && head.agent === 'gemini' && head.source === undefined;
}

it('names no request in the chats of Gemini CLI that hold all requests of a turn in one record', (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const chats = globSync(CHATS, { cwd: join(shared, 'gemini') }).map((name) => eventsOf(join(shared, 'gemini', name)));
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
