import { createEventReader } from 'threadline';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { limits } from '../../limits/index.ts';
import type { ThreadEvent } from '../thread/event.ts';
import { anchorOf } from './anchor.ts';
import { createHeadGatherer, type HeadOptions } from './thread-head.ts';

function headOf(events: readonly ThreadEvent[], options?: HeadOptions) {
  const gatherer = createHeadGatherer(options);
  for (const [index, event] of events.entries()) {
    gatherer.push({ ok: true, line: index + 1, offset: index, events: [event], problems: [] });
  }
  return gatherer.head();
}

const prompt = (text: string, line: number): ThreadEvent => ({
  type: 'item.completed',
  line,
  item: { id: `u${line}`, type: 'user_message', text },
});

describe('the head of a thread', () => {
  it('tells who worked where, when, how long and with what', () => {
    const head = headOf(
      [
        {
          type: 'thread.started',
          line: 1,
          thread_id: 'x',
          agent: 'codex',
          cwd: '/w',
          cli_version: '1.2',
          timestamp: '2026-01-01T00:00:00Z',
        },
        { type: 'turn.started', line: 2, model: 'm1' },
        prompt('\n fix it \nplease', 3),
        {
          type: 'item.completed',
          line: 4,
          item: { id: 'a', type: 'agent_message', text: 'ok\n```ts\n1\n```' },
          timestamp: '2026-01-01T00:01:00Z',
        },
      ],
      { cost: '$0.41' },
    );
    expect(head).toMatchObject({
      id: 'x',
      title: 'fix it',
      agent: 'Codex',
      version: '1.2',
      models: ['m1'],
      cwd: '/w',
      endedAt: (head.startedAt ?? 0) + 60_000,
      turns: 1,
      messages: 2,
      cost: '$0.41',
      prompts: [{ anchor: 't1.user.1', turn: 1, text: 'fix it' }],
      languages: ['ts'],
    });
  });

  it('holds no more than its bounds, however long the thread is', () => {
    const events: ThreadEvent[] = [];
    for (let line = 1; line <= limits.maxHeadPrompts + 50; line += 1) {
      events.push(
        { type: 'turn.started', line: 2 * line, turn_id: `t${line}`, model: `m${line}` },
        prompt('x'.repeat(10_000), 2 * line + 1),
      );
    }
    const head = headOf(events);
    expect(head.prompts).toHaveLength(limits.maxHeadPrompts);
    expect(head.morePrompts).toBe(50);
    expect(head.prompts[0]?.text).toHaveLength(limits.maxHeadPromptLength + 1);
    expect(head.models).toHaveLength(limits.maxHeadModels);
  });

  it('counts what could not be read', () => {
    const gatherer = createHeadGatherer();
    gatherer.push({ ok: false, line: 1, offset: 0, error: { code: 'invalid-json', message: 'x' } });
    expect(gatherer.head().problems).toBe(1);
  });

  it.each(
    bundledRecordings('*/*/*.jsonl')
      .slice(0, 40)
      .map(({ name, bytes }) => [name, bytes] as const),
  )('names places that are there: %s', (_, bytes) => {
    const reader = createEventReader();
    const gatherer = createHeadGatherer();
    for (const outcome of [...reader.push(bytes), ...reader.end()]) gatherer.push(outcome);
    const { prompts } = gatherer.head();
    expect(new Set(prompts.map(({ anchor }) => anchor)).size).toBe(prompts.length);
  });
});

it('the place of a message is fit for an address, and tells ids apart', () => {
  expect(anchorOf('t1.Bash.9c1e.1')).toBe('t1.Bash.9c1e.1');
  expect(anchorOf('a b"<\ud83d\ude00')).toBe('a~20~b~22~~3c~~1f600~');
  expect(anchorOf('x'.repeat(1e6)).length).toBeLessThan(2000);
});
