import { convertToModelMessages, validateUIMessages } from 'ai';
import type { ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';
import { writers } from '../../src/core/writers/registry.ts';

let deep: object = {};
for (let level = 0; level < 3000; level += 1) deep = { deep };

const call = (id: string, input: unknown): ThreadEvent => ({
  type: 'item.completed',
  item: { id, type: 'tool_call', name: 'x', status: 'completed', call: { name: 'toString', input } },
});

const images = ['file:///etc/passwd', 'javascript:1', 'data:image/png;base64,@@', 'http://[bad'];
const events: ThreadEvent[] = [
  { type: 'thread.started', agent: 'codex', thread_id: '__proto__' },
  { type: 'turn.started', turn_id: '--all' },
  ...[{ toString: 0 }, deep, [1], 'no JSON', JSON.parse('{"__proto__":1}')].map((input) => call('same', input)),
  { type: 'item.completed', item: { id: 'u', type: 'user_message', text: '\ud800', images } },
  ...Array.from({ length: 10_000 }, (_, index): ThreadEvent => {
    return { type: 'item.completed', item: { id: `m${index}`, type: 'agent_message', text: 'word' } };
  }),
];

it.each(['ui-messages', 'openai', 'responses', 'sts'])('odd values do not break %s', async (shape) => {
  const writer = writers.get(shape)?.({ agents: true, kind: () => 'store' });
  const pieces = events.flatMap((event, line) =>
    writer?.push({ ok: true, line, offset: line, events: [event], problems: [] }),
  );
  const text = [...pieces, ...(writer?.end() ?? [])].join('');
  const values = /^\[/.test(text)
    ? [JSON.parse(text)]
    : text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toContain('"url":"file:');
  if (shape !== 'ui-messages') return;
  expect(await convertToModelMessages(await validateUIMessages({ messages: values[0] }))).not.toEqual([]);
});
