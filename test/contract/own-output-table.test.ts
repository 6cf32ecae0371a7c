import { readFileSync } from 'node:fs';
import { createEventReader, createMessageBuilder, type ThreadEvent, type UnifiedMessage } from 'threadline';
import { describe, expect, it } from 'vitest';
import { converted } from '../own-output.ts';

/** The table of docs/writers.md, row by row, on a thread that has all of it. */

const docs = readFileSync(new URL('../../docs/writers.md', import.meta.url), 'utf8');
const [, section = ''] = /### What messages and NDJSON cannot hold\n([\s\S]*?)\n## /.exec(docs) ?? [];
const rows = section.split('\n').flatMap((line) => {
  const [, what, messages, ndjson] = line.split('|').map((cell) => cell.trim());
  return what && messages && ndjson && !/^(what|-+)$/.test(what) ? [{ what, messages, ndjson }] : [];
});

const usage = {
  input_tokens: 9,
  cached_input_tokens: 3,
  output_tokens: 4,
  reasoning_output_tokens: 2,
  total_tokens: 13,
};
const call = {
  id: 'c1',
  type: 'command_execution',
  command: 'ls',
  aggregated_output: 'files',
  exit_code: 3,
  status: 'failed',
};
const common = { thread_id: 'T', turn_id: 'U', timestamp: '2026-11-15T10:00:00.000Z' };
const events = [
  {
    type: 'thread.started',
    agent: 'claude',
    thread_id: 'T',
    cwd: '/w',
    cli_version: '9',
    git: { branch: 'b' },
    started_at: '2026-11-15T09:00:00.000Z',
  },
  { type: 'turn.started', ...common, model: 'opus' },
  { type: 'item.completed', ...common, item: { id: 'x', type: 'user_message', text: 'Context.', injected: true } },
  { type: 'item.completed', ...common, item: { id: 'u', type: 'user_message', text: 'Hello.' } },
  { type: 'item.completed', ...common, item: { id: 'a1', type: 'agent_message', text: 'Hi.' } },
  { type: 'item.completed', ...common, item: call },
  { type: 'item.completed', ...common, parent_item_id: 'c1', item: { id: 's', type: 'agent_message', text: 'Sub.' } },
  { type: 'error', ...common, message: 'Slow.', extra: { severity: 'warning' } },
  { type: 'unknown', ...common, wire_type: 'zork', data: {} },
  {
    type: 'turn.completed',
    ...common,
    timestamp: '2026-11-15T10:00:05.000Z',
    turn_usage: { ...usage, cache_write_input_tokens: 1 },
  },
  { type: 'turn.started', ...common, turn_id: 'V' },
  { type: 'item.completed', ...common, turn_id: 'V', item: { id: 'w', type: 'user_message', text: 'Never mind.' } },
  { type: 'turn.withdrawn', ...common, turn_ids: ['V'] },
].map((event, index) => ({ ...event, line: index + 1 }));
const lines = [...events.map((event) => JSON.stringify(event)), 'noise', ''].join('\n');

function read(shape: string, options = {}) {
  const reader = createEventReader();
  const builder = createMessageBuilder(options);
  const { text } = converted(lines, shape, options);
  const outcomes = [...reader.push(text), ...reader.end()];
  const found = outcomes.flatMap((outcome): ThreadEvent[] => (outcome.ok ? outcome.events : []));
  for (const event of found) builder.push(event);
  const problems = outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]));
  const started = found.find((event) => event.type === 'thread.started');
  return { reader, text, found, messages: builder.messages, problems, started };
}

const [messages, ndjson] = [read('messages'), read('ndjson')];
const all = { all: true, agents: true };
const [allMessages, allNdjson] = [read('messages', all), read('ndjson', all)];
const has = (list: readonly UnifiedMessage[], text: string) => JSON.stringify(list).includes(text);
const ids = (list: readonly UnifiedMessage[]) => list.map(({ id }) => id);
const usageOf = (list: readonly UnifiedMessage[]) => list.find((message) => message.usage)?.usage;

/** What each row says of messages and of NDJSON. */
const checks: Record<string, () => void> = {
  'the agent'() {
    expect([messages.reader.agent, ndjson.reader.agent]).toEqual(['claude', 'claude']);
    const unmarked = ndjson.text.replace('"schema":"threadline/1","agent":"claude",', '');
    expect(converted(unmarked, 'messages').agent).toBeUndefined();
    expect(messages.messages[0]?.tool).toBe('claude');
  },
  "the thread's id"() {
    expect(messages.started).toMatchObject({ thread_id: 'T' });
    expect(read('messages', { original: false }).started).toMatchObject({ thread_id: '' });
    expect(ndjson.started).toMatchObject({ thread_id: 'T' });
  },
  "the folder, the CLI's version, git"() {
    for (const { found } of [messages, ndjson]) {
      const facts = found.map((event) => ('unified' in event ? { ...event, unified: undefined } : event));
      expect(JSON.stringify(facts)).not.toMatch(/"cwd"|"cli_version"|"git"/);
    }
  },
  'the model'() {
    for (const shape of [messages, ndjson]) expect(shape.messages.find(({ id }) => id === 'c1')?.model).toBe('opus');
  },
  times() {
    expect(messages.messages[0]?.timestamp).toBe(Date.parse(common.timestamp));
    expect(ndjson.messages[0]?.timestamp).toBe(0);
  },
  'ids of texts and prompts'() {
    expect(ids(messages.messages)).toContain('a1');
    expect(ids(ndjson.messages)).not.toContain('a1');
    expect(ids(ndjson.messages)).toContain('t1.text.1');
  },
  'ids of calls'() {
    for (const shape of [messages, ndjson]) expect(ids(shape.messages)).toContain('c1');
  },
  'token counts of a turn'() {
    const counts = { inputTokens: 9, outputTokens: 4, totalTokens: 13, cacheReadTokens: 3 };
    expect(usageOf(messages.messages)).toEqual({ ...counts, cacheCreationTokens: 1 });
    expect(usageOf(ndjson.messages)).toEqual(counts);
  },
  'how long a turn took'() {
    expect(ndjson.text).toContain('"duration_ms":5000');
    expect(converted(ndjson.text, 'ndjson').text).not.toContain('duration_ms');
    expect(converted(messages.text, 'ndjson').text).not.toContain('"duration_ms":5000');
  },
  'exit codes'() {
    for (const { found } of [messages, ndjson])
      expect(found.some((event) => 'item' in event && 'exit_code' in event.item)).toBe(false);
  },
  "sub-agents' own messages"() {
    expect([has(messages.messages, 'Sub.'), has(allMessages.messages, 'Sub.')]).toEqual([false, true]);
    expect(has(allNdjson.messages, 'Sub.')).toBe(false);
  },
  'context that the CLI put in'() {
    expect([has(messages.messages, 'Context.'), has(allMessages.messages, 'Context.')]).toEqual([false, true]);
    expect(allNdjson.messages.find((message) => has([message], 'Context.'))).toMatchObject({ role: 'user' });
    expect(allNdjson.messages.some(({ injected }) => injected)).toBe(false);
  },
  'turns that were taken back'() {
    expect([has(messages.messages, 'Never mind.'), has(allMessages.messages, 'Never mind.')]).toEqual([false, true]);
    expect(has(ndjson.messages, 'Never mind.')).toBe(true);
  },
  'notes beside the blocks'() {
    const noted = {
      id: 'n',
      role: 'user',
      content: [],
      timestamp: 0,
      tool: 'claude',
      notes: [{ kind: 'query', text: 'q' }],
    };
    expect(JSON.parse(converted(JSON.stringify(noted), 'messages').text)).toMatchObject(noted);
    expect(converted(JSON.stringify(noted), 'ndjson').text).not.toContain('query');
  },
  'unknown kinds, bookkeeping, bad lines'() {
    for (const { found, problems } of [messages, ndjson]) {
      expect(found.filter(({ type }) => type === 'unknown')).toEqual([]);
      expect(problems).toEqual([]);
    }
  },
  'the severity of an error (`error` lines)'() {
    expect(messages.text.replace(/"_original":\{.*?\}\}/g, '')).not.toContain('"severity":"warning","message"');
    expect(ndjson.text).toContain('"severity":"warning"');
    expect(converted(ndjson.text, 'ndjson').text).not.toContain('severity');
  },
  'the record of an error without a message (`raw`)'() {
    const told = converted('{"type":"thread.started","thread_id":"t"}\n{"type":"error","odd":7}\n', 'ndjson').text;
    expect(told).toContain('"raw":{');
    expect(converted(told, 'ndjson').text).not.toContain('"raw"');
  },
};

describe('what messages and NDJSON cannot hold', () => {
  it('the table has these rows', () => {
    expect(rows.map(({ what }) => what)).toEqual(Object.keys(checks));
  });

  it.each(rows)('$what: $messages; $ndjson', ({ what }) => checks[what]?.());
});
