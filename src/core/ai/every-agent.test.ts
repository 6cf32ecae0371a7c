import { describe, expect, it } from 'vitest';
import { everyRecording } from '../../../test/fixtures.ts';
import { createEventReader } from '../wires/event-reader.ts';
import { readParts } from './read-parts.ts';
import type { StreamPart } from './stream-part.ts';

const AGENTS = ['opencode', 'kilo', 'copilot', 'qwen', 'pi', 'kimi', 'goose', 'cline'];
const printed = everyRecording().filter(({ name }) => /stdout/.test(name) && AGENTS.includes(name.split('/')[0] ?? ''));

async function* outcomesOf(bytes: Uint8Array) {
  const reader = createEventReader();
  yield* reader.push(bytes);
  yield* reader.end();
}

async function partsOf(bytes: Uint8Array): Promise<StreamPart[]> {
  const parts: StreamPart[] = [];
  for await (const part of readParts({ events: outcomesOf(bytes) })) parts.push(part);
  return parts;
}

/** Blocks of text and reasoning begin and end once, and pieces come in between; a result follows its call. */
function mistakesIn(parts: readonly StreamPart[]): string[] {
  const open = new Set<string>();
  const called = new Set<string>();
  const mistakes: string[] = [];
  for (const part of parts) {
    if (part.type === 'text-start' || part.type === 'reasoning-start') open.add(part.id);
    else if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      if (!open.has(part.id)) mistakes.push(`a piece of ${part.id} outside of its block`);
    } else if (part.type === 'text-end' || part.type === 'reasoning-end') {
      if (!open.delete(part.id)) mistakes.push(`${part.id} ends without a beginning`);
    } else if (part.type === 'tool-call') called.add(part.toolCallId);
    else if (part.type === 'tool-result' && !called.has(part.toolCallId))
      mistakes.push(`${part.toolCallId} has no call`);
  }
  if (open.size > 0) mistakes.push(`${[...open].join(', ')} without an end`);
  return mistakes;
}

describe.each(AGENTS)('what %s prints, as parts of the AI SDK', (agent) => {
  const recordings = printed.filter(({ name }) => name.startsWith(`${agent}/`));

  it('is well-formed, and ends with one finish', async () => {
    expect(recordings.length).toBeGreaterThan(0);
    for (const { name, bytes } of recordings) {
      const parts = await partsOf(bytes);
      expect(mistakesIn(parts), name).toEqual([]);
      expect(parts.filter(({ type }) => type === 'finish').length, name).toBe(1);
      expect(parts.at(-1)?.type, name).toBe('finish');
    }
  });

  it('has every text that the agent said to the person', async () => {
    for (const { name, bytes } of recordings) {
      const said: string[] = [];
      for await (const outcome of outcomesOf(bytes)) {
        for (const event of outcome.ok ? outcome.events : []) {
          const isOwn = event.type === 'item.completed' && event.parent_item_id === undefined;
          if (isOwn && event.item.type === 'agent_message') said.push(event.item.text.trim());
        }
      }
      const parts = await partsOf(bytes);
      const text = parts.flatMap((part) => (part.type === 'text-delta' ? part.delta : [])).join('');
      for (const one of said) expect(text, name).toContain(one);
    }
  });
});
