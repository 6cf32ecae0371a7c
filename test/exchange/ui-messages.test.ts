import { convertToModelMessages, type UIMessage, validateUIMessages } from 'ai';
import { describe, expect, it } from 'vitest';
import type { UiMessage } from '../../src/core/writers/ui/ui-message.ts';
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
