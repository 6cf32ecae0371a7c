import { createEventReader, type ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';
import { comparable, converted, OWN_SHAPES } from '../own-output.ts';
import { createRandom, type Random } from './random.ts';

const COUNT = Number(process.env.THREADLINE_OWN_COUNT ?? 400);

const TEXTS = ['', 'x', 'two\nlines', '🎉é\u2028"\\', '\ud800', '{"type":"init"}', 'L4.1', '\u001b[31m', ' '];
const ITEMS = [
  'user_message',
  'agent_message',
  'reasoning',
  'command_execution',
  'file_change',
  'mcp_tool_call',
  'web_search',
  'todo_list',
  'tool_call',
  'image',
  'compaction',
  'error',
  'unknown',
];

/** Any value of JSON, for places that hold any. */
function anything(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 4 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.below(9) - 4;
  if (kind === 2) return random.below(2) === 0;
  if (kind === 3) return random.pick(TEXTS);
  if (kind === 4) return Array.from({ length: random.below(3) }, () => anything(random, depth + 1));
  return { [random.pick(['a', 'toString', 'schema', 'type', 'agent'])]: anything(random, depth + 1) };
}

function randomItem(random: Random, id: string): object {
  const text = random.pick(TEXTS);
  const status = random.pick(['completed', 'failed', 'in_progress', 'odd']);
  const more =
    random.below(4) === 0 ? { extra: { later: anything(random) }, future: anything(random), inferred: ['status'] } : {};
  const fields: Record<string, object> = {
    user_message: {
      text,
      ...(random.below(2) === 0 && { injected: true }),
      images: ['data:image/png;base64,aaaa', 'https://x/y.png'],
    },
    command_execution: {
      command: `echo ${text}`,
      aggregated_output: text,
      exit_code: random.pick([0, 1, null]),
      status,
    },
    file_change: {
      changes: [
        { path: 'a', kind: 'add' },
        { path: '/b', kind: 'update', diff: text },
      ],
      status,
    },
    mcp_tool_call: {
      server: 's',
      tool: 't',
      arguments: anything(random),
      result: { content: [{ type: 'text', text }] },
      error: null,
      status,
    },
    web_search: { query: text },
    todo_list: { items: [{ text, completed: random.below(2) === 0 }] },
    tool_call: { name: 'Grep', input: anything(random), output: text, status },
    image: { purpose: 'view', path: text },
    compaction: {},
    error: { message: text },
    unknown: { wire_type: 'zork', data: { a: anything(random) } },
  };
  const type = random.pick(ITEMS);
  return { id, type, ...(fields[type] ?? { text }), ...more };
}

function randomThread(random: Random): string {
  const stored = random.below(2) === 0;
  const started = {
    type: 'thread.started',
    agent: random.pick(['codex', 'claude', 'gemini', 'parrot']),
    thread_id: random.pick(['', 'T']),
    ...(stored && { started_at: '2026-11-15T10:00:00Z', cwd: '/w' }),
  };
  const events: object[] = random.below(3) === 0 ? [{ type: 'context', kind: 'k', data: {} }, started] : [started];
  for (let turn = 1; turn <= 1 + random.below(3); turn += 1) {
    const common = {
      turn_id: `synthetic-turn-${turn}`,
      ...(random.below(2) === 0 && { timestamp: '2026-11-15T10:00:00.000Z' }),
    };
    events.push({ type: 'turn.started', ...common, ...(random.below(3) === 0 && { model: `m${random.below(2)}` }) });
    for (let count = random.below(6); count > 0; count -= 1) {
      const id = random.pick([`i${events.length}`, `L${events.length}.1`]);
      const item = randomItem(random, id);
      const type = random.pick(['item.started', 'item.updated', 'item.completed', 'item.completed', 'item.failed']);
      events.push({ type, item, ...common, ...(random.below(6) === 0 && { parent_item_id: 'c', inherited: true }) });
      if (random.below(4) === 0)
        events.push({
          type: 'item.delta',
          item_id: 'd',
          item_type: 'agent_message',
          delta: { text_delta: random.pick(TEXTS) },
          ...common,
        });
    }
    if (random.below(5) === 0) events.push({ type: 'error', message: random.pick(TEXTS), ...common });
    const used = random.below(9);
    const turn_usage = {
      input_tokens: used,
      cached_input_tokens: 0,
      output_tokens: used,
      reasoning_output_tokens: 0,
      total_tokens: 2 * used,
    };
    const ends = [
      { type: 'turn.completed', turn_usage },
      { type: 'turn.failed', error: { message: 'No.' } },
      { type: 'turn.aborted', reason: 'r' },
    ];
    events.push({ ...random.pick(ends), ...common });
  }
  if (stored && random.below(3) === 0) events.push({ type: 'turn.withdrawn', turn_ids: ['synthetic-turn-1'] });
  if (random.below(3) === 0)
    events.push({ type: 'problem', code: 'invalid-json', message: 'm', line: 9, offset: 99, raw: 'r' });
  return events
    .map((event, index) => `${JSON.stringify({ ...event, ...(!('code' in event) && { line: index + 1 }) })}\n`)
    .join('');
}

/** Cuts a text anywhere, also inside of a character. */
function chunksOf(text: string, random: Random): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = at + 1 + random.below(200);
    chunks.push(bytes.subarray(at, next));
    at = next;
  }
  return chunks;
}

it(`${COUNT} random threads: events and messages are read back as they were, however they are cut`, () => {
  const random = createRandom(20_261_116);
  for (let round = 0; round < COUNT; round += 1) {
    const thread = randomThread(random);
    const events = converted(thread, 'events').text;
    expect(converted(chunksOf(events, random), 'events').text, thread).toBe(events);
    for (const options of [{}, { all: true, agents: true }, { split: true, all: true }]) {
      const messages = converted(thread, 'messages', options).text;
      expect(converted(events, 'messages', options).text, thread).toBe(messages);
      expect(converted(chunksOf(messages, random), 'messages', options).text, thread).toBe(messages);
    }
  }
});

it(`${COUNT} random threads: NDJSON read back has the same lines, and its calls the same ids`, () => {
  const random = createRandom(7);
  for (let round = 0; round < COUNT; round += 1) {
    const ndjson = comparable(converted(randomThread(random), 'ndjson').text);
    expect(converted(chunksOf(ndjson, random), 'ndjson').text, ndjson).toBe(ndjson);
  }
});

it('a hundred thousand lines of each shape are read', () => {
  const [head, item] = [
    '{"type":"thread.started","thread_id":"t"}\n',
    '{"type":"item.completed","item":{"id":"a","type":"agent_message","text":"x"}}\n',
  ];
  for (const shape of OWN_SHAPES) {
    const text = converted(head + item.repeat(100_000), shape).text;
    const reader = createEventReader();
    let events: ThreadEvent[] = [];
    for (const outcome of reader.push(text)) if (outcome.ok) events = outcome.events;
    expect([reader.wire, events.length > 0]).toEqual([`threadline-${shape}`, true]);
  }
});
