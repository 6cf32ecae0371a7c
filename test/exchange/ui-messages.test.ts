import { convertToModelMessages, type UIMessage, validateUIMessages } from 'ai';
import { describe, expect, it } from 'vitest';
import type { UiMessage } from '../../src/core/writers/ui/ui-message.ts';
import { sourcesOf } from '../../src/core/writers/ui/ui-sources.ts';
import { everyRecording } from '../fixtures.ts';
import { wantedAnswers } from './wanted-order.ts';
import { writtenAs } from './written-as.ts';

function written(bytes: Uint8Array | string): UIMessage[] {
  const messages: UiMessage[] = JSON.parse(writtenAs('ui-messages', bytes, { agents: true }));
  // The compiler refuses this line if ours are not the SDK's.
  return messages;
}

describe('UI messages', () => {
  it('of every recording are taken by the AI SDK, and every call is answered before the model speaks again', async () => {
    let calls = 0;
    for (const { name, bytes } of everyRecording()) {
      const messages = written(bytes);
      if (messages.length === 0) continue;
      const valid = await validateUIMessages({ messages });
      expect(valid, name).toEqual(messages);
      expect(new Set(messages.map(({ id }) => id)).size, name).toBe(messages.length);
      const open = new Set<string>();
      for (const message of await convertToModelMessages(valid)) {
        if (message.role === 'assistant') expect([...open], name).toEqual([]);
        if (typeof message.content === 'string') continue;
        for (const part of message.content) {
          if (part.type === 'tool-call') open.add(part.toolCallId);
          if (part.type !== 'tool-result') continue;
          expect(open.delete(part.toolCallId), name).toBe(true);
          calls += 1;
        }
      }
      expect([...open], name).toEqual([]);
    }
    expect(calls).toBeGreaterThan(500);
  });

  it('name the pages that a search found and that were fetched, and no page of a call that failed', async () => {
    const bytes = everyRecording().find(({ name }) => name.endsWith('claude/2.1.75/s5/stdout.jsonl'))?.bytes ?? '';
    const messages = written(bytes);
    const sources = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'source-url'));
    expect(sources).toEqual([
      { type: 'source-url', sourceId: expect.any(String), url: 'https://example.com/a', title: 'Example result' },
      { type: 'source-url', sourceId: expect.any(String), url: 'https://example.org/b', title: 'Second' },
    ]);
    expect(await validateUIMessages({ messages })).toEqual(messages);
    const odd = [
      'Links: [{"url":"javascript:alert(1)"},{"url":5},null,{"toString":0}]',
      'Links: [broken',
      '[1] A (https://a.test/x)',
    ];
    const use = { type: 'tool_use', id: 'c', name: 'WebSearch', input: {} } as const;
    const result = { type: 'tool_result', tool_use_id: 'c', content: odd.join('\n'), is_error: false } as const;
    expect(sourcesOf(use, result)).toEqual([
      { type: 'source-url', sourceId: 'c.source.1', url: 'https://a.test/x', title: 'A' },
    ]);
    expect(sourcesOf(use, { ...result, is_error: true })).toEqual([]);
  });

  it('have a step for each request that the thread names, in its order', () => {
    let compared = 0;
    for (const { name, bytes } of everyRecording()) {
      const wanted = wantedAnswers(bytes);
      if (!wanted) continue;
      const steps = written(bytes).flatMap(({ parts }) => parts.filter(({ type }) => type === 'step-start'));
      expect(steps.length, name).toBe(wanted.length);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(50);
  });
});
