import { isDeepStrictEqual } from 'node:util';
import { createEventReader, detectWire, type Outcome, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { type Recording, sharedRecordings, sharedSources, WITHOUT_SHARED } from '../fixtures.ts';

/** All shared recordings of OpenCode and Kilo: what they printed, kept, exported and sent. */

const AGENTS = ['opencode', 'kilo'] as const;

/** Lists of sessions, which are no thread, and the agent client protocol, which is a wire of its own. */
const NO_THREAD = /s15-acp|s8-resume\/stdout\.[56]\.json$|s13-export\/stdout\.5\.json$/;

/** Kilo ended before it wrote the last part of this run: its own store does not have it. */
const LOST = ['7.7.9/s3-files/stdout.jsonl prt_1e3af2b3c001ktWoLHNfs4twCf'];

function read(bytes: Uint8Array): Outcome[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()];
}

const eventsOf = (bytes: Uint8Array): ThreadEvent[] =>
  read(bytes).flatMap((outcome) => (outcome.ok ? outcome.events : []));

describe.each(AGENTS)('%s', (agent) => {
  const printed = sharedRecordings('*/*/stdout*.{jsonl,json}', agent)?.filter(
    ({ name, bytes }) => bytes.length > 0 && (!NO_THREAD.test(name) || isExport(bytes)),
  );
  const kept = printed && sharedSources(agent);

  it.skipIf(!printed)(`is read whole: no problem, no unknown kind (skipped: ${WITHOUT_SHARED})`, () => {
    expect(printed?.length).toBeGreaterThan(20);
    expect(kept?.length).toBeGreaterThan(15);
    const bad: string[] = [];
    for (const { name, bytes } of [...(printed ?? []), ...(kept ?? [])]) {
      if (!detectWire(bytes).startsWith('opencode-')) bad.push(`${name}: ${detectWire(bytes)}`);
      for (const outcome of read(bytes)) {
        if (!outcome.ok) bad.push(`${name}: ${outcome.error.message}`);
        else for (const problem of outcome.problems ?? []) bad.push(`${name}: ${problem.message}`);
      }
      for (const event of eventsOf(bytes)) {
        if (event.type === 'unknown' || ('item' in event && event.item.type === 'unknown'))
          bad.push(`${name}: unknown`);
      }
    }
    expect(bad).toEqual([]);
  });

  it.skipIf(!printed)('names the agent of each stored session by its place', () => {
    const named = new Set((kept ?? []).map(({ bytes }) => startedIn(eventsOf(bytes))?.agent));
    expect([...named]).toEqual([agent]);
  });

  it.skipIf(!printed)('prints nothing that it does not keep: the same items, by id, up to the life of a call', () => {
    const stored = new Map<string, object>();
    for (const { bytes } of kept ?? []) for (const [id, item] of itemsOf(bytes)) stored.set(id, item);
    let found = 0;
    const missing: string[] = [];
    for (const { name, bytes } of (printed ?? []).filter(isStream)) {
      for (const [id, item] of itemsOf(bytes)) {
        if (isDeepStrictEqual(stored.get(id), item)) found += 1;
        else missing.push(`${name} ${id}`);
      }
    }
    expect(missing).toEqual(agent === 'kilo' ? LOST : []);
    expect(found).toBeGreaterThan(60);
  });

  it.skipIf(!printed)('counts in each request what the scripted model counted', () => {
    const counts = new Set<string>();
    for (const { bytes } of [...(printed ?? []), ...(kept ?? [])]) {
      for (const event of eventsOf(bytes)) {
        if (event.type !== 'token_count' || !event.last) continue;
        const { input_tokens, cached_input_tokens, cache_write_input_tokens, output_tokens } = event.last;
        counts.add([input_tokens, cached_input_tokens, cache_write_input_tokens, output_tokens].join(' '));
      }
    }
    // One scenario asks another service: 12 + 4000 + 300 in, 57 out.
    const others = agent === 'opencode' ? ['4312 4000 300 57'] : [];
    expect([...counts].sort()).toEqual([...others, '5321 4096 0 87'].sort());
  });

  it.skipIf(!printed)('tells every request of a run and its id, and every call as the model wrote it', () => {
    for (const { name, bytes } of (printed ?? []).filter(isStream)) {
      for (const event of eventsOf(bytes)) {
        if (!('item' in event)) continue;
        expect(event.request_id, name).toMatch(/^msg_/);
        const isTool = event.item.type !== 'agent_message' && event.item.type !== 'reasoning';
        if (isTool) expect(event.item.call, name).toMatchObject({ name: expect.any(String), input: expect.anything() });
      }
    }
  });

  it.skipIf(!printed)('fails a run that failed behind exit code 0, and leaves open one that was killed', () => {
    const ends = new Map<string, string>();
    for (const { name, bytes } of (printed ?? []).filter(isStream)) {
      ends.set(name, eventsOf(bytes).findLast(({ type }) => /^turn\.(c|f|a)/.test(type))?.type ?? 'open');
    }
    for (const [name, end] of ends) {
      const isFailure = /s7[ace]-|s12-denied|s20-compact\/stdout\.2/.test(name);
      const isKilled = /s10c?-\w+\/stdout\.jsonl|s10b?-\w+\/stdout\.1/.test(name);
      expect(`${name} ${end}`).toBe(`${name} ${isFailure ? 'turn.failed' : isKilled ? 'open' : 'turn.completed'}`);
    }
  });

  it.skipIf(!printed)('is claimed by no other wire, and claims nothing of another agent', () => {
    const wrong = ['codex', 'claude', 'gemini', 'copilot', 'qwen', 'pi', 'kimi', 'goose', 'cline'].flatMap((other) =>
      (sharedRecordings('*/*/stdout*.jsonl', other) ?? [])
        .filter(({ bytes }) => bytes.length > 0 && detectWire(bytes.subarray(0, 100_000)).startsWith('opencode'))
        .map(({ name }) => `${other}/${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

const isStream = ({ bytes }: Recording) => detectWire(bytes) === 'opencode-stream';
const isExport = (bytes: Uint8Array) => detectWire(bytes) === 'opencode-export';

function startedIn(events: readonly ThreadEvent[]) {
  return events.find((event) => event.type === 'thread.started');
}

/** The items of a thread in their last state, whole. A call that runs is not yet what it will be. */
function itemsOf(bytes: Uint8Array): Map<string, object> {
  const items = new Map<string, object>();
  for (const event of eventsOf(bytes)) {
    if (event.type === 'item.completed' || event.type === 'item.failed') items.set(event.item.id, event.item);
  }
  return items;
}
